// List boxes: the popup of a select, and the rows that the command picker shares.

import { el, hidden } from "./dom.js";
import { emojiNode } from "./markdown.js";

let serial = 0;

/** Rows of options, one of them active; calls `onpick(index)` when a row is clicked. */
export class Options {
  constructor(label, onpick, multiple = false) {
    serial += 1;
    this.prefix = `list-${serial}`;
    this.items = [];
    this.active = -1;
    this.element = el("ul", {
      class: "options", role: "listbox", id: this.prefix, "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
      onclick: (event) => {
        const row = event.target.closest("[role=option]");
        if (row && row.getAttribute("aria-disabled") !== "true") onpick(Number(row.dataset.place));
      },
      onmousedown: (event) => event.preventDefault(),
      onpointermove: (event) => {
        const row = event.target.closest("[role=option]");
        if (row && Number(row.dataset.place) !== this.active) this.activate(Number(row.dataset.place), false);
      },
    });
  }

  /** `items`: {label, description?, emoji?, prefix?, selected?, disabled?}. */
  show(items, active = 0) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, place) => this.row(item, place)));
    this.activate(items.length ? Math.min(active, items.length - 1) : -1);
  }

  row(item, place) {
    return el(
      "li",
      {
        role: "option", id: `${this.prefix}-${place}`, "data-place": place,
        "aria-selected": item.selected ? "true" : "false", "aria-disabled": item.disabled ? "true" : null,
      },
      item.emoji ? emojiNode(item.emoji) : null,
      el("span", { class: "option-text" },
        el("span", { class: "option-label" }, item.prefix ? el("span", { class: "faint" }, item.prefix) : null, el("bdi", {}, item.label)),
        item.description ? el("bdi", { class: "option-note" }, item.description) : null,
      ),
      item.selected ? el("span", { class: "tick", "aria-hidden": "true" }, "✓") : null,
    );
  }

  get activeId() {
    return this.active < 0 ? null : `${this.prefix}-${this.active}`;
  }

  activate(place, scroll = true) {
    this.element.children[this.active]?.classList.remove("active");
    this.active = place;
    const row = this.element.children[place];
    row?.classList.add("active");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
  }

  move(step) {
    const count = this.items.length;
    if (count) this.activate((this.active + step + count) % count);
  }

  /** Moves to the next option that begins with `text`. */
  seek(text) {
    const found = this.items.findIndex((item) => item.label.toLowerCase().startsWith(text));
    if (found >= 0) this.activate(found);
  }
}

function place(panel, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom;
  const up = below < 260 && box.top > below;
  panel.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - box.width - 8))}px`;
  panel.style.width = `${box.width}px`;
  panel.style.maxHeight = `${Math.min(360, (up ? box.top : below) - 12)}px`;
  panel.style[up ? "bottom" : "top"] = `${up ? window.innerHeight - box.top + 4 : box.bottom + 4}px`;
}

/**
 * Opens a popup list at `anchor`; calls `onclose` with the chosen values, or null if it was canceled.
 * A single choice closes it at once; multiple choices end with Done, Tab or a click outside.
 */
export function openList({ anchor, label, items, least = 1, most = 1, onclose }) {
  const several = most > 1;
  const chosen = new Set(items.filter((item) => item.selected).map((item) => item.value));
  const rows = new Options(label, (index) => pick(index), several);
  const done = el("button", { class: "btn primary", type: "button", onclick: () => finish(true) }, "Done");
  const note = el("p", { class: "list-note", "aria-live": "polite" });
  const panel = el("div", { class: "floating" }, el("p", { class: "list-title" }, label), rows.element, several ? el("div", { class: "list-foot" }, note, done) : null);
  const backdrop = el("div", { class: "sheet-backdrop", onmousedown: (event) => { event.preventDefault(); finish(several); } });
  let typed = "";
  let typedAt = 0;

  const enough = () => chosen.size >= least && chosen.size <= most;
  const redraw = (active) => {
    rows.show(items.map((item) => ({ ...item, selected: chosen.has(item.value), disabled: several && chosen.size >= most && !chosen.has(item.value) })), active);
    rows.element.setAttribute("aria-activedescendant", rows.activeId ?? "");
    done.disabled = !enough();
    note.textContent = `${chosen.size} chosen${least > 1 || most < items.length ? ` (${least === most ? least : `${least} to ${most}`})` : ""}`;
  };

  function pick(index) {
    const { value } = items[index];
    if (!several) {
      chosen.clear();
      chosen.add(value);
      finish(true);
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    redraw(index);
  }

  function finish(keep) {
    if (!panel.isConnected) return;
    const focusBack = panel.contains(document.activeElement);
    panel.remove();
    backdrop.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (focusBack && anchor.isConnected) anchor.focus({ preventScroll: true });
    const values = items.map((item) => item.value).filter((value) => chosen.has(value));
    const changed = !several || items.some((item) => chosen.has(item.value) !== Boolean(item.selected));
    onclose(keep && changed && enough() ? values : null);
  }

  panel.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) rows.move(step);
    else if (event.key === "Home" || event.key === "End") rows.activate(event.key === "Home" ? 0 : items.length - 1);
    else if (event.key === "Escape") finish(false);
    else if (event.key === "Tab") { if (!several || event.shiftKey || event.target === done) finish(several); else return; }
    else if ((event.key === "Enter" || event.key === " ") && event.target !== done) pick(rows.active);
    else if (event.key.length === 1 && event.key !== " ") {
      typed = (event.timeStamp - typedAt < 800 ? typed : "") + event.key.toLowerCase();
      typedAt = event.timeStamp;
      rows.seek(typed);
    } else return;
    rows.element.setAttribute("aria-activedescendant", rows.activeId ?? "");
    event.preventDefault();
  });
  panel.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !panel.contains(event.relatedTarget)) finish(several);
  });

  rows.element.tabIndex = 0;
  (anchor.closest("dialog") ?? document.body).append(backdrop, panel);
  place(panel, anchor);
  anchor.setAttribute("aria-expanded", "true");
  redraw(Math.max(0, items.findIndex((item) => item.selected)));
  if (!items.length) panel.append(el("p", { class: "list-note" }, "Nothing to choose from."));
  rows.element.focus({ preventScroll: true });
}

/** Converts the options of any type of select to list items. */
export function selectItems(component, client) {
  const preset = new Set((component.default_values ?? []).map((value) => value.id));
  const user = (u) => ({ value: u.id, label: u.global_name || u.username, description: u.username, selected: preset.has(u.id) });
  const role = (r) => ({ value: r.id, label: `@${r.name}`, selected: preset.has(r.id) });
  const users = () => [...client.users.values()].map(user);
  const roles = () => [...client.roles.values()].map(role);
  switch (component.type) {
    case 5: return users();
    case 6: return roles();
    case 7: return [...users(), ...roles()];
    case 8:
      return [...client.channels.values()]
        .filter((channel) => channel.guild_id && (component.channel_types?.length ? component.channel_types.includes(channel.type) : channel.type !== 4))
        .map((channel) => ({ value: channel.id, label: `#${channel.name}`, selected: preset.has(channel.id) }));
    default:
      return (component.options ?? []).map((option) => ({ ...option, selected: option.default === true }));
  }
}

/** Builds the button of a select, which shows the current choice. */
export function selectTrigger(component, client, { busy = false, id = null } = {}) {
  const chosen = selectItems(component, client).filter((item) => item.selected);
  const prompt = component.placeholder || "Make a selection";
  return el(
    "button",
    {
      class: "select", type: "button", role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
      "aria-label": chosen.length ? `${prompt}: ${chosen.map((item) => item.label).join(", ")}` : prompt,
      "data-key": component.custom_id, "data-custom-id": component.custom_id, "data-select": component.type,
      disabled: component.disabled === true, "aria-busy": busy ? "true" : null, id,
    },
    el("span", { class: chosen.length ? "select-value" : "select-value faint" },
      chosen.length ? chosen.map((item) => [item.emoji ? emojiNode(item.emoji) : null, el("bdi", {}, item.label)]) : prompt),
    el("span", { class: "chevron", "aria-hidden": "true" }),
    busy ? hidden("Waiting for an answer") : null,
  );
}
