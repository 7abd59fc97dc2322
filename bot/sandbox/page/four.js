// Four people's pages side by side.

import { displayName } from "./dom.js";

/** Asks the sandbox who there is, and opens a page for the first four. */
export function showFour(address, el) {
  document.body.className = "four";
  const socket = new WebSocket(address);
  socket.addEventListener("message", (event) => {
    const { t: type, d: data } = JSON.parse(event.data);
    if (type !== "hello") return;
    socket.close();
    document.title = `Four people · ${data.title || "Practice Discord"}`;
    const people = data.users.filter((user) => !user.bot).slice(0, 4);
    const frames = people.map((user) => el("iframe", { src: `?user=${user.id}&embed=1${location.hash}`, title: displayName(user) }));
    document.body.replaceChildren(el("main", { class: "grid" }, frames));
  });
}
