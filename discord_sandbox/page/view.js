// Theme, viewport, lightbox, and the pages of four users side by side.

import { displayName, el } from "./dom.js";

const PHONE = 390;
const THEMES = ["system", "dark", "light"];

/** Returns the theme chosen in this browser. */
export function chosenTheme() {
  const saved = localStorage.getItem("theme");
  return THEMES.includes(saved) ? saved : "system";
}

function applyTheme() {
  const theme = chosenTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme) {
  localStorage.setItem("theme", theme);
  applyTheme();
}

/** Renders the switch between the system's theme, dark and light. */
export function themeSwitch() {
  const choice = (theme) => {
    const box = el("input", { type: "radio", name: "theme", value: theme, "data-theme-choice": theme });
    box.checked = theme === chosenTheme();
    return el("label", { class: "segment" }, box, el("span", {}, theme[0].toUpperCase() + theme.slice(1)));
  };
  return el("fieldset", { class: "themes" }, el("legend", { class: "list-title" }, "Theme"), el("div", { class: "segments" }, THEMES.map(choice)));
}

/** Fits the page into the part of the window that an on-screen keyboard leaves free. */
function fitViewport() {
  const { height, offsetTop, scale } = window.visualViewport;
  if (scale !== 1) return; // pinch-zoomed
  document.documentElement.style.setProperty("--height", `${height}px`);
  document.documentElement.style.setProperty("--top", `${offsetTop}px`);
}

/** Follows theme changes, from other windows too, and the on-screen keyboard. */
export function watchView() {
  applyTheme();
  window.addEventListener("storage", applyTheme);
  window.visualViewport?.addEventListener("resize", fitViewport);
  window.visualViewport?.addEventListener("scroll", fitViewport);
}

/** Shows a picture as large as possible, with its alt text; Esc or a click closes it. */
export function openPicture(image) {
  const back = document.activeElement;
  const alt = image.alt;
  const large = el("img", { src: image.getAttribute("src"), alt, width: image.getAttribute("width"), height: image.getAttribute("height") });
  const dialog = el("dialog", { class: "lightbox", "aria-label": "Picture" },
    el("figure", {}, large, el("figcaption", { dir: "auto", tabindex: "0" }, alt)),
    el("div", { class: "lightbox-tools" },
      el("a", { class: "btn secondary", href: image.getAttribute("src"), target: "_blank", rel: "noopener" }, "Open original"),
      el("button", { class: "btn secondary", type: "button", onclick: () => dialog.close() }, "Close")));
  dialog.addEventListener("click", (event) => event.target.closest("figcaption, .lightbox-tools") || dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back?.isConnected) back.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("button").focus();
}

/** Scales down a page narrower than a phone, so that its rows of buttons keep together. */
function fit(seat) {
  seat.style.setProperty("--scale", Math.min(1, seat.clientWidth / PHONE));
}

/** Loads the users from the sandbox and opens a page for each of the first four. */
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
    const resized = new ResizeObserver((entries) => {
      for (const { target } of entries) fit(target);
    });
    for (const seat of seats) resized.observe(seat);
  });
}
