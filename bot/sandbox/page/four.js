// Four people's pages side by side.

import { displayName, el } from "./dom.js";

const PHONE = 390;

/** Scales down a page narrower than a phone, so that its buttons stay in their rows. */
function fit(seat) {
  seat.style.setProperty("--scale", Math.min(1, seat.clientWidth / PHONE));
}

/** Asks the sandbox for its users and opens a page for each of the first four. */
export function showFour(address) {
  document.body.className = "four";
  const socket = new WebSocket(address);
  socket.addEventListener("message", (event) => {
    const { t: type, d: data } = JSON.parse(event.data);
    if (type !== "hello") return;
    socket.close();
    document.title = `Four people · ${data.title || "Practice Discord"}`;
    const people = data.users.filter((user) => !user.bot).slice(0, 4);
    const seats = people.map((user) =>
      el("div", { class: "seat" }, el("iframe", { src: `?user=${user.id}&embed=1${location.hash}`, title: displayName(user) })));
    document.body.replaceChildren(el("main", { class: "grid" }, seats));
    const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => fit(target)));
    seats.forEach((seat) => resized.observe(seat));
  });
}
