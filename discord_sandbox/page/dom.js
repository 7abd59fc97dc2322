// DOM helpers: build nodes, and update a tree in place to match another.

/** Builds an element; attributes that are null, undefined or false are omitted, `on…` are listeners. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) node.append(child);
  }
  return node;
}

/** Text for screen readers only. */
export const hidden = (text) => el("span", { class: "sr-only" }, text);

const sameKind = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName;

/**
 * Finds the old child to reuse for `fresh`: the one with its key, or else with its label (a button
 * whose id has a new sequence number). Nodes without a key reuse the next one without a key, so a
 * control never changes under the user's finger.
 */
function findTwin(fresh, spare, keys) {
  const { key, label } = fresh.dataset ?? {};
  const by = (test) => spare.find((old) => sameKind(old, fresh) && test(old.dataset ?? {}));
  if (!key) return by((old) => !old.key);
  return (
    by((old) => old.key === key) ||
    (label && by((old) => old.label === label && !keys.has(old.key)))
  );
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    // The CSP forbids style attributes in markup, but not through the style object.
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
}

/** Makes `old` equal to `fresh`, reusing nodes where possible so that focus and images stay. */
export function patch(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  patchAttributes(old, fresh);
  const spare = [...old.childNodes];
  const wanted = [...fresh.childNodes];
  const keys = new Set(wanted.map((node) => node.dataset?.key).filter(Boolean));
  const kept = wanted.map((node) => {
    const twin = findTwin(node, spare, keys);
    if (!twin) return node;
    spare.splice(spare.indexOf(twin), 1);
    patch(twin, node);
    return twin;
  });
  for (const node of spare) node.remove();
  kept.forEach((node, place) => {
    const there = old.childNodes[place];
    if (there !== node) old.insertBefore(node, there ?? null);
  });
}

/**
 * Runs `change` on the contents of `root` and restores the keyboard focus: to the same control, or
 * to `root` if that one is gone or disabled, so that Tab continues from there.
 */
export function keepFocus(root, change) {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const { key, label } = focused?.dataset ?? {};
  change();
  if (!focused || focused === root) return;
  const controls = [...root.querySelectorAll("[data-key]")];
  const target =
    (root.contains(focused) && focused) ||
    controls.find((node) => node.dataset.key === key) ||
    controls.find((node) => label && node.dataset.label === label);
  const usable = target && !target.disabled ? target : root;
  if (document.activeElement !== usable) usable.focus({ preventScroll: true });
}

/** Returns true if focusing a text field opens no on-screen keyboard. */
export const hasKeyboard = () => !window.matchMedia("(pointer: coarse)").matches;

/** Returns the path of a URL on this server; null for any other URL. */
export function ownPath(address) {
  const url = URL.canParse(address ?? "", location.href) ? new URL(address, location.href) : null;
  const local = url && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  return local && url.port === location.port ? url.pathname + url.search : null;
}

/** Builds an image from this server; others show only their description, so no request leaves. */
export function picture(address, attributes) {
  const path = ownPath(address);
  if (path) return el("img", { src: path, decoding: "async", ...attributes });
  return el("span", { class: "no-picture", role: "img", "aria-label": attributes.alt }, attributes.alt || "Picture");
}

const HUES = [212, 262, 152, 22, 338, 188, 46, 292];

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the first grapheme: a letter with its combining marks, or a whole emoji. */
const initial = (word) => graphemes.segment(word)[Symbol.iterator]().next().value?.segment.toUpperCase() ?? "";

/** Builds a round avatar: the app's icon, the user's image, or their initials on their own color. */
export function avatar(user, size = "") {
  const image = user.bot ? "static/bot.svg" : user.avatar && `/cdn/avatars/${user.id}/${user.avatar}.webp`;
  if (image) return el("img", { class: `avatar ${size}`, src: image, alt: "", "aria-hidden": "true" });
  const words = displayName(user).split(/\s+/u).filter(Boolean);
  const initials = [...new Set([words[0], words.at(-1)])].map((word) => initial(word ?? "?"));
  const [first] = initials;
  const letters = /\p{Extended_Pictographic}/u.test(first) ? first : initials.join("");
  const face = el("span", { class: `avatar ${size}`, "aria-hidden": "true" }, letters);
  face.style.setProperty("--hue", HUES[Number(BigInt(user.id) % 8191n) % HUES.length]);
  return face;
}

/** Returns the display name in its own text direction, isolated from the text around it. */
export const nameNode = (user, attributes = {}) => el("bdi", attributes, displayName(user));

/** Returns the display name. */
export const displayName = (user) => user.global_name || user.username || "Someone";
