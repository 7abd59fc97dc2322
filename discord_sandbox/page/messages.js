// The message list: updated in place, so that focus and scroll position stay.

import { avatar, displayName, el, hidden, keepFocus, nameNode, patch } from "./dom.js";
import { formatDay, formatStamp } from "./clock.js";
import { inline, markdown } from "./markdown.js";
import { attachment, embed, findComponent, render } from "./components.js";
import { openList, selectItems } from "./listbox.js";
import { COMPONENTS_V2, EPHEMERAL, LOADING, isDirect } from "./state.js";
import { openPicture } from "./view.js";

const GROUP_MINUTES = 7;
const NEAR_END = 80;
const PANEL_MARGIN = 8;
const PANEL_HEAD = 36; // height of a panel's author line, which may scroll out of sight

const SYSTEM = { 6: "pinned a message.", 7: "joined the server.", 18: "started a thread:" };

function author(user) {
  return [
    nameNode(user, { class: "author" }),
    user.bot ? el("span", { class: "app-tag" }, "APP") : null,
  ];
}

function context(message, client) {
  const used = message.interaction_metadata ?? message.interaction;
  const answered = message.referenced_message;
  if (answered) {
    return el("div", { class: "context" }, "↱ ", avatar(answered.author, "tiny"), el("strong", {}, nameNode(answered.author)), " ", el("span", { class: "one-line" }, inline((answered.content || "A message").split("\n")[0], client)));
  }
  if (!used?.name) return null;
  return el("div", { class: "context" }, "↱ ", avatar(used.user, "tiny"), el("strong", {}, nameNode(used.user)), " used ", el("span", { class: "mention" }, `/${used.name}`));
}

function threadLink(thread) {
  return el("a", { class: "thread-link", href: `#${thread.id}` }, el("strong", {}, thread.name), el("span", { class: "go" }, "See thread ›"));
}

function body(message, client, view) {
  const scene = { client, pending: view.pending };
  if (message.flags & LOADING) {
    return [el("div", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${displayName(message.author)} is thinking…`)];
  }
  const edited = message.edited_timestamp && !(message.flags & EPHEMERAL) ? el("span", { class: "edited" }, "(edited)") : null;
  return [
    message.content ? markdown(message.content, client) : null,
    (message.embeds ?? []).map((item) => embed(item, client)),
    // The files of a components V2 message are shown only by its components.
    message.flags & COMPONENTS_V2 ? null : (message.attachments ?? []).map(attachment),
    message.components?.length ? el("div", { class: "components" }, message.components.map((item) => render(item, scene))) : null,
    edited,
    message.thread ? threadLink(message.thread) : null,
  ];
}

function foot(message, view) {
  const failed = view.failed ? el("div", { class: "failed", role: "alert" }, "⚠ ", view.failed) : null;
  if (!(message.flags & EPHEMERAL)) return failed;
  return [
    failed,
    el("div", { class: "only-you" }, el("span", { class: "eye", "aria-hidden": "true" }), "Only you can see this · ",
      el("button", { class: "text-button", type: "button", "data-dismiss": message.id, "data-key": "dismiss" }, "Dismiss message")),
  ];
}

function systemLine(message) {
  return el("article", { class: "message system", "data-message-id": message.id, tabindex: "-1" },
    el("span", { class: "system-icon", "aria-hidden": "true" }, "→"),
    el("div", { class: "body" }, el("strong", {}, nameNode(message.author)), ` ${SYSTEM[message.type]} `,
      message.type === 18 ? el("strong", {}, message.content) : null, " ", stamp(message),
      message.thread ? threadLink(message.thread) : null));
}

const stamp = (message) => el("time", { class: "stamp", datetime: message.timestamp }, formatStamp(message.timestamp));

/** Renders a message; `grouped` if it continues under the previous author line. */
export function messageNode(message, client, view, grouped) {
  if (SYSTEM[message.type]) return systemLine(message);
  const kinds = ["message", grouped && "grouped", message.flags & EPHEMERAL && "ephemeral", client.mentionsMe(message) && "called"];
  const head = el("div", { class: "head" }, author(message.author), stamp(message));
  return el(
    "article",
    { class: kinds.filter(Boolean).join(" "), "data-message-id": message.id, tabindex: "-1", "aria-label": `Message from ${displayName(message.author)}` },
    context(message, client),
    grouped ? null : avatar(message.author),
    el("div", { class: "body" }, grouped ? hidden(`${displayName(message.author)}:`) : head, body(message, client, view), foot(message, view)),
  );
}

function goesOn(previous, message) {
  if (!previous || previous.author.id !== message.author.id || SYSTEM[previous.type]) return false;
  if (message.referenced_message || message.interaction_metadata?.name || message.interaction?.name) return false;
  if ((previous.flags ^ message.flags) & EPHEMERAL) return false;
  return new Date(message.timestamp) - new Date(previous.timestamp) < GROUP_MINUTES * 60000;
}

/** The list of messages of the open channel. */
export class MessageList {
  constructor(client, link) {
    this.client = client;
    this.link = link;
    this.shown = new Map();
    this.notes = [];
    this.newAfter = null;
    this.unseen = 0;
    this.inner = el("div", { class: "log", role: "log", "aria-live": "polite", "aria-relevant": "additions text", "aria-label": "Messages" });
    this.jump = el("button", { class: "jump", type: "button", hidden: true, onclick: () => this.jumpToEnd() });
    this.toPanel = el("button", { class: "jump up", type: "button", hidden: true, onclick: () => this.showPanel() }, "Back to your panel ↑");
    this.scroller = el("div", { class: "scroller", tabindex: "0", "aria-label": "Message list", role: "region" }, this.inner);
    this.element = el("div", { class: "list" }, this.scroller, this.toPanel, this.jump);
    this.following = true;
    this.panelSeen = true;
    this.placed = 0;
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.settle()).observe(this.inner);
    new ResizeObserver(() => this.settle()).observe(this.scroller);
    this.inner.addEventListener("click", (event) => this.pressed(event));
  }

  get atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  /** The newest private message with a control that can be pressed. */
  get panel() {
    const channel = this.client.channels.get(this.channel);
    const kind = channel && isDirect(channel) ? ".message" : ".message.ephemeral";
    return [...this.inner.querySelectorAll(`${kind}:has([data-custom-id]:enabled)`)].at(-1) ?? null;
  }

  /** Returns how far the list can scroll with the panel and its buttons still in sight. */
  panelLimit(panel) {
    const box = panel.getBoundingClientRect();
    const top = box.top - this.scroller.getBoundingClientRect().top + this.scroller.scrollTop;
    return Math.max(top - PANEL_MARGIN, top + box.height - this.scroller.clientHeight);
  }

  scrolled() {
    const own = Math.abs(this.scroller.scrollTop - this.placed) < 2;
    if (!own || this.atEnd) this.following = this.atEnd; // a reader also returns to where it was placed
    this.look();
  }

  /** Scrolls to the end, but keeps the panel in use in sight. */
  settle() {
    if (this.following) {
      const end = this.scroller.scrollHeight - this.scroller.clientHeight;
      const limit = this.panelSeen && this.panel ? this.panelLimit(this.panel) + PANEL_HEAD : Infinity;
      this.place(end <= limit ? end : limit - PANEL_HEAD);
    }
    this.look();
  }

  place(top) {
    this.scroller.scrollTop = top;
    this.placed = this.scroller.scrollTop;
  }

  /** Shows the buttons that jump to messages out of sight. */
  look() {
    const { panel } = this;
    this.panelSeen = !panel || this.scroller.scrollTop <= this.panelLimit(panel) + NEAR_END;
    this.toPanel.hidden = this.panelSeen;
    if (this.atEnd) this.unseen = 0;
    this.jump.hidden = this.atEnd;
    const words = { 0: "Jump to newest ↓", 1: "1 new message ↓" }[this.unseen] ?? `${this.unseen} new messages ↓`;
    if (this.jump.textContent !== words) this.jump.textContent = words;
  }

  toEnd() {
    this.following = true;
    this.place(this.scroller.scrollHeight);
    this.look();
  }

  jumpToEnd() {
    this.toEnd();
    this.scroller.focus({ preventScroll: true }); // the focused button is hidden now
  }

  showPanel() {
    this.following = false;
    this.place(this.panelLimit(this.panel));
    this.panel.focus({ preventScroll: true });
    this.look();
  }

  /** Runs a change without moving what is being read. */
  keepPlace(change) {
    const edge = this.scroller.getBoundingClientRect().top;
    const below = (node) => node.getBoundingClientRect().bottom > edge;
    const anchor = this.following ? null : [...this.inner.children].find(below);
    const before = anchor?.getBoundingClientRect().top;
    change();
    if (anchor?.isConnected) this.place(this.scroller.scrollTop + anchor.getBoundingClientRect().top - before);
    this.settle();
  }

  /** Shows another channel (`intro`: the nodes above its first message). */
  open(channel, intro) {
    this.channel = channel;
    this.intro = intro;
    this.shown.clear();
    this.notes = [];
    this.newAfter = null;
    this.unseen = 0;
    this.inner.replaceChildren();
    this.following = true;
    this.panelSeen = true;
    this.sync();
  }

  /** Draws a line above the first unread message. */
  markNew(count) {
    const messages = this.client.messages(this.channel).filter((message) => message.author.id !== this.client.me.id);
    this.newAfter = count ? (messages.at(-count)?.id ?? messages[0]?.id ?? null) : null;
  }

  /** Updates the nodes of messages that changed. */
  sync() {
    this.keepPlace(() => this.redraw());
  }

  redraw() {
    const wanted = this.intro ? [this.intro] : [];
    let previous = null;
    for (const message of this.client.messages(this.channel)) {
      const day = formatDay(message.timestamp);
      const fresh = this.newAfter === message.id;
      const newDay = !previous || formatDay(previous.timestamp) !== day;
      if (newDay || fresh) wanted.push(this.divider(newDay ? day : "", fresh));
      wanted.push(this.nodeFor(message, !newDay && !fresh && goesOn(previous, message)));
      previous = message;
    }
    wanted.push(...this.notes);
    const stay = new Set(wanted);
    for (const node of [...this.inner.childNodes]) if (!stay.has(node)) node.remove();
    wanted.forEach((node, place) => {
      if (this.inner.childNodes[place] !== node) this.inner.insertBefore(node, this.inner.childNodes[place] ?? null);
    });
  }

  divider(day, fresh) {
    const key = `divider ${day} ${fresh}`;
    if (!this.shown.has(key)) {
      const node = el("div", { class: fresh ? "divider new" : "divider", role: "separator", "aria-label": fresh ? "New messages" : day }, el("span", {}, day), fresh ? el("b", {}, "NEW") : null);
      this.shown.set(key, { node });
    }
    return this.shown.get(key).node;
  }

  nodeFor(message, grouped) {
    const view = this.client.view(message.id);
    const known = this.shown.get(message.id);
    if (known && known.message === message && known.grouped === grouped && known.stamp === view.stamp) return known.node;
    const node = messageNode(message, this.client, view, grouped);
    if (!known) {
      this.shown.set(message.id, { node, message, grouped, stamp: view.stamp });
      return node;
    }
    keepFocus(known.node, () => patch(known.node, node));
    Object.assign(known, { message, grouped, stamp: view.stamp });
    return known.node;
  }

  /** Shows a new message; if it is out of sight, counts it and marks the first one. */
  arrived(message) {
    this.sync();
    const mine = message.author.id === this.client.me.id;
    if (mine || (this.atEnd && !document.hidden)) return;
    if (!this.unseen) this.newAfter = message.id;
    this.unseen += 1;
    this.sync();
  }

  pressed(event) {
    const dismiss = event.target.closest("[data-dismiss]");
    const control = event.target.closest("[data-custom-id]");
    const shot = event.target.closest("a.shot");
    if (shot && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      openPicture(shot.querySelector("img"));
    } else if (dismiss) this.dismiss(dismiss.dataset.dismiss);
    else if (control && control.getAttribute("aria-busy") !== "true") this.act(control);
  }

  dismiss(id) {
    this.link.send({ op: "dismiss", message: id });
    this.client.dropMessage(this.channel, id);
    this.sync();
    this.scroller.focus({ preventScroll: true });
  }

  act(control) {
    const message = this.client.message(this.channel, control.closest("[data-message-id]").dataset.messageId);
    const component = findComponent(message.components, control.dataset.customId);
    if (!component || control.disabled) return;
    if (component.type === 2) {
      this.click(message, component, []);
      return;
    }
    openList({
      anchor: control, label: component.placeholder || "Make a selection", items: selectItems(component, this.client),
      least: component.min_values ?? 1, most: component.max_values ?? 1,
      onclose: (values) => values && this.click(message, component, values),
    });
  }

  click(message, component, values) {
    const view = this.client.view(message.id);
    const redraw = () => { view.stamp += 1; this.sync(); };
    view.pending.add(component.custom_id);
    view.failed = null;
    const op = { op: "click", message: message.id, channel: message.channel_id, custom_id: component.custom_id, component_type: component.type, values };
    this.link.ask(op, (state, detail) => {
      view.pending.delete(component.custom_id);
      if (state === "failed") view.failed = detail ? `This interaction failed: ${detail}` : "This interaction failed";
      redraw();
    });
    redraw();
  }

  /** Adds a line at the end for a pending or failed command; returns a function that removes it. */
  note(text, { busy = false } = {}) {
    const close = () => { this.notes = this.notes.filter((other) => other !== node); this.sync(); };
    const node = el("div", { class: busy ? "note busy" : "note", role: busy ? "status" : "alert" },
      busy ? el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")) : "⚠ ", text,
      busy ? null : [" · ", el("button", { class: "text-button", type: "button", onclick: close }, "Dismiss")]);
    this.notes.push(node);
    this.sync();
    if (!busy) this.toEnd();
    return close;
  }
}
