// Slash commands: the picker above the composer, and the options of the chosen command.

import { el } from "./dom.js";
import { Options } from "./listbox.js";
import { Slot, matchCommands, nest, spreadCommands } from "./options.js";
import { isDirect } from "./state.js";

const DEBOUNCE = 120;

/** The list of commands above the text field, which has the keyboard focus. */
export class CommandPicker {
  constructor(client, onchoose) {
    this.client = client;
    this.entries = [];
    this.options = new Options("Commands", (place) => onchoose(this.entries[place]));
    this.empty = el("p", { class: "list-note" }, "No command has this name.");
    this.element = el("div", { class: "picker", hidden: true }, el("p", { class: "list-title" }, "Commands"), this.options.element, this.empty);
  }

  all() {
    const channel = this.client.channels.get(this.client.current);
    return spreadCommands(this.client.commands, channel ? isDirect(channel) : false);
  }

  /** Shows the commands that match the typed text; hides if it is not a command. */
  update(text) {
    const typed = /^\/([\w\- ]*)$/.exec(text)?.[1];
    this.element.hidden = typed === undefined;
    if (typed === undefined) return;
    this.entries = matchCommands(this.all(), typed);
    this.options.show(this.entries.map(({ name, description }) => ({ label: `/${name}`, description })));
    this.empty.hidden = this.entries.length > 0;
  }

  get open() {
    return !this.element.hidden;
  }

  get active() {
    return this.open ? this.entries[this.options.active] : undefined;
  }

  /** The command whose full name was just typed, followed by a space. */
  complete(text) {
    const name = /^\/([\w\- ]+) $/.exec(text)?.[1];
    return name && this.all().find((entry) => entry.name === name);
  }
}

/** A command being typed: a chip for each option. Calls `onend` with (entry, options), or null if canceled. */
export class CommandEntry {
  constructor(entry, client, link, onend) {
    Object.assign(this, { entry, client, link, onend });
    this.slots = entry.options.map((option) => new Slot(option, client));
    this.chips = new Map();
    this.list = new Options("Choices", (place) => this.pick(place));
    this.note = el("p", { class: "list-note", role: "status" });
    this.panel = el("div", { class: "picker", hidden: true }, el("p", { class: "list-title" }), this.list.element, this.note);
    this.line = el("div", { class: "chips" });
    this.extra = el("div", { class: "extra" });
    this.element = el("div", { class: "entry", role: "group", "aria-label": `Command /${entry.name}`, onkeydown: (event) => this.key(event) },
      el("span", { class: "entry-name" }, `/${entry.name}`), this.line, this.extra);
    for (const slot of this.slots.filter((each) => each.option.required)) this.addChip(slot);
    this.drawExtra();
  }

  get filling() {
    return this.slots.filter((slot) => this.chips.has(slot));
  }

  /** Focuses the next option to fill in, or `sender` if there is none. */
  start(sender) {
    this.sender = sender;
    const next = this.filling.find((slot) => !slot.filled);
    (next ? this.chips.get(next).input : sender).focus();
  }

  addChip(slot) {
    const { option } = slot;
    const input = el("input", {
      type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 6, enterkeyhint: "send",
      inputmode: option.type === 4 ? "numeric" : null,
      role: slot.choices || option.autocomplete ? "combobox" : null, "aria-expanded": slot.choices || option.autocomplete ? "false" : null,
      "aria-controls": this.list.element.id, "aria-autocomplete": "list", "aria-label": option.name, "aria-required": option.required ? "true" : null,
      onfocus: () => this.enter(slot), onblur: () => this.leave(slot),
      oninput: () => this.typed(slot),
    });
    const chip = el("label", { class: "chip" }, el("span", { class: "chip-name" }, option.name), input);
    this.chips.set(slot, { chip, input });
    this.line.append(chip);
    return input;
  }

  drawExtra() {
    const left = this.slots.filter((slot) => !this.chips.has(slot));
    this.extra.replaceChildren(...left.map((slot) =>
      el("button", { class: "add-option", type: "button", title: slot.option.description, onclick: () => this.addOptional(slot) }, `+ ${slot.option.name}`)));
  }

  addOptional(slot) {
    const input = this.addChip(slot);
    this.drawExtra();
    input.focus();
  }

  enter(slot) {
    this.current = slot;
    this.panel.querySelector(".list-title").textContent = `${slot.option.name} · ${slot.option.description}`;
    this.offer(slot);
  }

  leave(slot) {
    this.panel.hidden = true;
    clearTimeout(this.timer);
    const { chip, input } = this.chips.get(slot) ?? {};
    input?.setAttribute("aria-expanded", "false");
    chip?.classList.toggle("wrong", slot.filled && slot.problem() !== "");
  }

  typed(slot) {
    const { chip, input } = this.chips.get(slot);
    slot.text = input.value;
    slot.picked = null;
    input.size = Math.max(6, input.value.length + 1);
    chip.classList.remove("wrong");
    this.offer(slot);
  }

  /** Shows the choices of an option: its own at once, the bot's when they arrive. */
  offer(slot) {
    this.panel.hidden = false;
    this.note.textContent = "";
    if (slot.option.autocomplete) {
      this.list.activate(-1);
      this.list.element.classList.add("stale");
      if (!this.list.items.length || this.offered !== slot) {
        this.list.show([]);
        this.note.textContent = "Loading choices…";
      }
      this.offered = slot;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(slot), DEBOUNCE);
      return;
    }
    this.offered = slot;
    this.showChoices(slot, slot.fitting(), slot.choices ? "Nothing in the list fits." : "");
  }

  ask(slot) {
    const options = this.filling.filter((other) => other === slot || other.filled).map((other) => other.payload(other === slot));
    const op = { op: "autocomplete", channel: this.client.current, command: this.entry.command.id, options: nest(this.entry.path, options) };
    const nonce = this.link.ask(op, (state, choices) => {
      if (this.asked !== nonce || this.current !== slot || this.panel.hidden) return;
      if (state !== "ok") this.showChoices(slot, [], "The choices could not be loaded.");
      else this.showChoices(slot, choices.map(({ name, value }) => ({ label: name, value })), "Nothing fits what you typed.");
    });
    this.asked = nonce;
  }

  showChoices(slot, items, nothing) {
    const text = slot.text.trim().toLowerCase();
    const exact = items.findIndex((item) => item.label.toLowerCase() === text || String(item.value).toLowerCase() === text);
    this.list.element.classList.remove("stale");
    this.list.show(items, Math.max(0, exact));
    this.note.textContent = items.length ? "" : nothing;
    this.mark();
  }

  mark() {
    const { input } = this.chips.get(this.current) ?? {};
    input?.setAttribute("aria-expanded", String(!this.panel.hidden && this.list.items.length > 0));
    if (this.list.activeId) input?.setAttribute("aria-activedescendant", this.list.activeId);
    else input?.removeAttribute("aria-activedescendant");
  }

  pick(place) {
    const item = this.list.items[place];
    const slot = this.current;
    const { input } = this.chips.get(slot);
    slot.picked = { label: item.label, value: item.value };
    slot.text = item.label;
    input.value = item.label;
    input.size = Math.max(6, item.label.length + 1);
    clearTimeout(this.timer);
    this.panel.hidden = true;
    this.asked = null;
    this.mark();
    const next = this.filling.find((other) => !other.filled);
    if (next) this.chips.get(next).input.focus();
  }

  removeChip(slot) {
    if (slot?.option.required || !slot) {
      this.onend(null);
      return;
    }
    const before = this.filling[this.filling.indexOf(slot) - 1];
    const { chip } = this.chips.get(slot);
    this.chips.delete(slot);
    Object.assign(slot, { text: "", picked: null });
    this.panel.hidden = true;
    chip.remove();
    this.drawExtra();
    (before ? this.chips.get(before).input : this.sender).focus();
  }

  key(event) {
    const inChip = event.target.tagName === "INPUT";
    const listed = inChip && !this.panel.hidden && this.list.active >= 0;
    if (inChip && event.key === "Enter") this.enterKey(listed);
    else if (listed && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      this.list.move(event.key === "ArrowDown" ? 1 : -1);
      this.mark();
    } else if (listed && event.key === "Tab" && !event.shiftKey && !this.current.picked && this.current.filled) this.pick(this.list.active);
    else if (event.key === "Escape") {
      if (inChip && !this.panel.hidden) this.panel.hidden = true;
      else this.onend(null);
    } else if (inChip && event.key === "Backspace" && event.target.value === "") this.removeChip(this.current);
    else return;
    event.preventDefault();
  }

  enterKey(listed) {
    if (listed && !this.current.picked && (this.current.filled || this.current.option.required)) this.pick(this.list.active);
    else this.send();
  }

  /** Sends the command if every option is valid; else focuses the first that is not. */
  send() {
    const wrong = this.filling.find((slot) => slot.problem());
    if (wrong) {
      const { chip, input } = this.chips.get(wrong);
      chip.classList.add("wrong");
      input.focus();
      this.panel.hidden = false;
      this.note.textContent = wrong.problem();
      return;
    }
    const options = this.filling.filter((slot) => slot.filled).map((slot) => slot.payload(false));
    this.onend(this.entry, nest(this.entry.path, options));
  }
}
