// Renders a message's components and embeds; `messages.js` handles the clicks.

import { el, hidden, ownPath, picture } from "./dom.js";
import { emojiNode, inline, markdown } from "./markdown.js";
import { selectTrigger } from "./listbox.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary link", 6: "primary" };

function button(component, { pending }) {
  const inside = [
    component.emoji ? emojiNode(component.emoji, "in-button") : null,
    component.label ? el("bdi", { class: "btn-label" }, component.label) : null,
  ];
  const name = component.label ? null : component.emoji?.name;
  const style = `btn ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === 5) {
    const address = URL.canParse(component.url) && /^https?:/.test(component.url) ? component.url : null;
    return el("a", { class: style, href: address, target: "_blank", rel: "noopener noreferrer", "aria-label": name, "data-key": `link-${component.url}` },
      inside, el("span", { class: "out", "aria-hidden": "true" }, "↗"), hidden("(opens a new tab)"));
  }
  const busy = pending.has(component.custom_id);
  return el(
    "button",
    {
      class: style, type: "button", "aria-label": name, disabled: component.disabled === true, "aria-busy": busy ? "true" : null,
      "data-key": component.custom_id, "data-label": component.label || component.emoji?.name, "data-custom-id": component.custom_id,
    },
    inside,
    busy ? el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")) : null,
  );
}

function accent(colour) {
  return colour === null || colour === undefined ? null : `#${colour.toString(16).padStart(6, "0")}`;
}

function container(component, context) {
  const node = el("div", { class: component.accent_color == null ? "container" : "container accented" }, component.components.map((child) => render(child, context)));
  node.style.setProperty("--accent", accent(component.accent_color));
  return veiled(node, component.spoiler);
}

function veiled(node, spoiler) {
  if (!spoiler) return node;
  const lift = (event) => { event.currentTarget.parentNode.classList.remove("veiled"); event.currentTarget.remove(); };
  return el("div", { class: "veiled" }, node, el("button", { class: "btn secondary lift", type: "button", onclick: lift }, "Spoiler"));
}

/** Builds a picture with its size reserved, so that nothing jumps when it loads; a click enlarges it. */
function shot(media, alt, extra = "") {
  const image = picture(media.proxy_url ?? media.url, { alt: alt || media.filename || "Picture", width: media.width, height: media.height, class: extra });
  const path = ownPath(media.proxy_url ?? media.url);
  if (!path) return image;
  return el("a", { class: "shot", href: path, target: "_blank", rel: "noopener", "aria-haspopup": "dialog", "data-key": "shot" }, image);
}

function gallery(component) {
  const items = component.items.map((item, place) => {
    const node = veiled(shot(item.media, item.description), item.spoiler);
    node.dataset.key = `shot-${place}`;
    return node;
  });
  return el("div", { class: `gallery of-${Math.min(items.length, 5)}` }, items);
}

function section(component, context) {
  const texts = el("div", { class: "section-text" }, component.components.map((child) => render(child, context)));
  return el("div", { class: "section" }, texts, el("div", { class: "accessory" }, render(component.accessory, context)));
}

const kilobytes = (size) => (size >= 1048576 ? `${(size / 1048576).toFixed(1)} MB` : `${Math.max(1, Math.round(size / 1024))} KB`);

function file(address, name, size) {
  const path = ownPath(address);
  return el("div", { class: "file" },
    el("span", { class: "file-icon", "aria-hidden": "true" }),
    el("span", { class: "file-text" },
      path ? el("a", { href: path, download: name }, name) : name,
      size ? el("span", { class: "faint small" }, kilobytes(size)) : null));
}

/** Renders a component of a message with its children. */
export function render(component, context) {
  switch (component.type) {
    case 1: return el("div", { class: "row" }, component.components.map((child) => render(child, context)));
    case 2: return button(component, context);
    case 3: case 5: case 6: case 7: case 8:
      return selectTrigger(component, context.client, { busy: context.pending.has(component.custom_id) });
    case 9: return section(component, context);
    case 10: return markdown(component.content, context.client);
    case 11: return veiled(shot(component.media, component.description, "thumbnail"), component.spoiler);
    case 12: return gallery(component);
    case 13: return veiled(file(component.file.url, component.name ?? component.file.url.split("/").pop(), component.size), component.spoiler);
    case 14: return el("hr", { class: `${component.divider === false ? "bare" : ""} ${component.spacing === 2 ? "wide" : ""}`.trim() || null });
    case 17: return container(component, context);
    default: return el("p", { class: "unknown" }, `This page cannot show component type ${component.type}.`);
  }
}

/** Finds a component by its custom id, at any depth. */
export function findComponent(components, customId) {
  for (const component of components ?? []) {
    if (component.custom_id === customId) return component;
    const inner = [...(component.components ?? []), ...(component.accessory ? [component.accessory] : [])];
    const found = findComponent(inner, customId);
    if (found) return found;
  }
  return null;
}

/** Renders an attachment of a message without components V2. */
export function attachment(item) {
  if ((item.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(item.filename)) {
    return el("div", { class: "attachment" }, shot(item, item.description));
  }
  return file(item.url, item.filename, item.size);
}

/** Renders an embed. */
export function embed(item, client) {
  const title = item.title ? el("div", { class: "embed-title" }, item.url ? el("a", { href: item.url, target: "_blank", rel: "noopener noreferrer" }, item.title) : inline(item.title, client)) : null;
  const fields = (item.fields ?? []).map((field) =>
    el("div", { class: field.inline ? "field" : "field full" }, el("div", { class: "field-name" }, inline(field.name, client)), markdown(field.value, client)));
  const node = el("div", { class: "embed" },
    el("div", { class: "embed-main" },
      item.author ? el("div", { class: "embed-author", dir: "auto" }, item.author.name) : null,
      title,
      item.description ? markdown(item.description, client) : null,
      fields.length ? el("div", { class: "fields" }, fields) : null,
      item.image ? shot(item.image, item.image.description) : null,
      item.footer ? el("div", { class: "embed-footer" }, item.footer.text) : null),
    item.thumbnail ? shot(item.thumbnail, item.thumbnail.description, "thumbnail") : null);
  node.style.setProperty("--accent", accent(item.color));
  return node;
}
