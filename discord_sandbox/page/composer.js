// The input at the bottom: a text message or a slash command.

import { el, hasKeyboard } from "./dom.js";
import { CommandEntry, CommandPicker } from "./slash.js";

export class Composer {
  constructor(client, link, list) {
    Object.assign(this, { client, link, list });
    this.picker = new CommandPicker(client, (entry) => this.begin(entry));
    this.text = el("textarea", {
      rows: 1, maxlength: 2000, "aria-controls": this.picker.options.element.id, "aria-expanded": "false", role: "combobox", "aria-autocomplete": "list",
      enterkeyhint: "send", oninput: () => this.typed(), onkeydown: (event) => this.key(event), onblur: () => this.picker.update(""),
    });
    this.sender = el("button", { class: "send", type: "submit", "aria-label": "Send" }, "➤");
    this.slash = el("button", { class: "slash", type: "button", onclick: () => (this.entry ? this.ended(null) : this.browse()) }, el("span", { "aria-hidden": "true" }));
    this.box = el("div", { class: "composer-box" }, this.slash, this.text, this.sender);
    this.element = el("form", { class: "composer", onsubmit: (event) => { event.preventDefault(); this.submit(); } }, this.picker.element, this.box);
    this.label();
    this.sender.addEventListener("keydown", (event) => this.entry?.key(event));
  }

  /** Switches to another channel. */
  open(name) {
    this.end();
    this.text.value = "";
    this.text.placeholder = `Message ${name}`;
    this.text.setAttribute("aria-label", `Message ${name}`);
    this.typed();
    if (hasKeyboard() && window === window.top && document.activeElement === document.body) this.text.focus({ preventScroll: true });
  }

  /** Updates the labels of the two buttons. */
  label() {
    const [send, slash] = this.entry ? [`Send /${this.entry.entry.name}`, `Cancel /${this.entry.entry.name}`] : ["Send", "Commands"];
    this.sender.setAttribute("aria-label", send);
    this.slash.setAttribute("aria-label", slash);
    this.slash.title = slash;
    this.slash.firstChild.textContent = this.entry ? "✕" : "/";
  }

  browse() {
    this.text.value = "/";
    this.text.focus();
    this.typed();
  }

  typed() {
    this.grow();
    const entry = this.picker.complete(this.text.value);
    if (entry) this.begin(entry);
    else this.picker.update(this.text.value);
    this.mark();
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
    this.element.classList.toggle("has-text", this.text.value.trim() !== "");
  }

  mark() {
    this.text.setAttribute("aria-expanded", String(this.picker.open));
    const id = this.picker.open ? this.picker.options.activeId : null;
    if (id) this.text.setAttribute("aria-activedescendant", id);
    else this.text.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (this.picker.open && step) this.picker.options.move(step);
    else if (this.picker.active && (event.key === "Enter" || event.key === "Tab")) this.begin(this.picker.active);
    else if (this.picker.open && event.key === "Escape") this.picker.update("");
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.submit();
    else return;
    event.preventDefault();
    this.mark();
  }

  /** Replaces the text field by a command's options. */
  begin(entry) {
    this.text.value = "";
    this.picker.update("");
    this.entry = new CommandEntry(entry, this.client, this.link, (done, options) => this.ended(done, options));
    this.text.replaceWith(this.entry.element);
    this.element.prepend(this.entry.panel);
    this.element.classList.add("has-text");
    this.label();
    this.entry.start(this.sender);
  }

  end() {
    if (!this.entry) return;
    this.entry.panel.remove();
    this.entry.element.replaceWith(this.text);
    this.entry = null;
    this.label();
    this.grow();
  }

  ended(entry, options) {
    this.end();
    this.text.focus();
    if (entry) this.command(entry, options);
  }

  submit() {
    const content = this.text.value.trim();
    if (this.entry) this.entry.send();
    else if (content && this.link.send({ op: "send", channel: this.client.current, content })) {
      this.text.value = "";
      this.typed();
      this.list.toEnd();
    } else if (content) this.list.note("Not sent: there is no connection.");
  }

  command(entry, options) {
    const channel = this.client.current;
    const done = this.list.note(`Sending /${entry.name}…`, { busy: true });
    this.list.toEnd();
    this.link.ask({ op: "command", channel, command: entry.command.id, options }, (state, detail) => {
      done();
      if (state === "failed" && this.client.current === channel) {
        this.list.note(`/${entry.name}: This interaction failed. ${detail || "The application did not respond."}`);
      }
    });
  }
}
