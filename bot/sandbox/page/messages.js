// The message list: live, changed in place, each message a small island that keeps its focus.

import { avatar, displayName, el, hidden, keepFocus, patch } from "./dom.js";
import { formatDay, formatStamp } from "./clock.js";
import { inline, markdown } from "./markdown.js";
import { attachment, embed, findComponent, render } from "./components.js";
import { openList, selectItems } from "./listbox.js";
import { COMPONENTS_V2, EPHEMERAL, LOADING } from "./state.js";

const GROUP_MINUTES = 7;
const NEAR_END = 80;

const SYSTEM = { 6: "pinned a message.", 7: "joined the server.", 18: "started a thread:" };

function author(user) {
  return [
    el("span", { class: "author" }, displayName(user)),
    user.bot ? el("span", { class: "app-tag" }, "APP") : null,
  ];
}

function context(message, world) {
  const used = message.interaction_metadata ?? message.interaction;
  const answered = message.referenced_message;
  if (answered) {
    return el("div", { class: "context" }, "↱ ", avatar(answered.author, "tiny"), el("strong", {}, displayName(answered.author)), " ", el("span", { class: "one-line" }, inline((answered.content || "A message").split("\n")[0], world)));
  }
  if (!used?.name) return null;
  return el("div", { class: "context" }, "↱ ", avatar(used.user, "tiny"), el("strong", {}, displayName(used.user)), " used ", el("span", { class: "mention" }, `/${used.name}`));
}

function threadLink(thread) {
  return el("a", { class: "thread-link", href: `#${thread.id}` }, el("strong", {}, thread.name), el("span", { class: "go" }, "See thread ›"));
}

function body(message, world, view) {
  const scene = { world, pending: view.pending };
  if (message.flags & LOADING) {
    return [el("div", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${displayName(message.author)} is thinking…`)];
  }
  const edited = message.edited_timestamp && !(message.flags & EPHEMERAL) ? el("span", { class: "edited" }, "(edited)") : null;
  return [
    message.content ? markdown(message.content, world) : null,
    (message.embeds ?? []).map((item) => embed(item, world)),
    // Files of a V2 message show where its components name them, and nowhere else.
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
    el("div", { class: "only-you" }, "Only you can see this · ",
      el("button", { class: "text-button", type: "button", "data-dismiss": message.id, "data-key": "dismiss" }, "Dismiss message")),
  ];
}

function systemLine(message, world) {
  return el("article", { class: "message system", "data-message-id": message.id, tabindex: "-1" },
    el("span", { class: "system-icon", "aria-hidden": "true" }, "→"),
    el("div", { class: "body" }, el("strong", {}, displayName(message.author)), ` ${SYSTEM[message.type]} `,
      message.type === 18 ? el("strong", {}, message.content) : null, " ", stamp(message),
      message.thread ? threadLink(message.thread) : null));
}

const stamp = (message) => el("time", { class: "stamp", datetime: message.timestamp }, formatStamp(message.timestamp));

/** One message as nodes; `grouped` when it goes on under the same author's header. */
export function messageNode(message, world, view, grouped) {
  if (SYSTEM[message.type]) return systemLine(message, world);
  const kinds = ["message", grouped && "grouped", message.flags & EPHEMERAL && "ephemeral", world.mentionsMe(message) && "called"];
  const head = el("div", { class: "head" }, author(message.author), stamp(message));
  return el(
    "article",
    { class: kinds.filter(Boolean).join(" "), "data-message-id": message.id, tabindex: "-1", "aria-label": `Message from ${displayName(message.author)}` },
    context(message, world),
    grouped ? null : avatar(message.author),
    el("div", { class: "body" }, grouped ? hidden(`${displayName(message.author)}:`) : head, body(message, world, view), foot(message, view)),
  );
}

function goesOn(previous, message) {
  if (!previous || previous.author.id !== message.author.id || SYSTEM[previous.type]) return false;
  if (message.referenced_message || message.interaction_metadata?.name || message.interaction?.name) return false;
  if ((previous.flags ^ message.flags) & EPHEMERAL) return false;
  return new Date(message.timestamp) - new Date(previous.timestamp) < GROUP_MINUTES * 60000;
}

/** The list of one channel at a time. */
export class MessageList {
  constructor(world, link) {
    this.world = world;
    this.link = link;
    this.shown = new Map();
    this.notes = [];
    this.newAfter = null;
    this.inner = el("div", { class: "log", role: "log", "aria-live": "polite", "aria-relevant": "additions text", "aria-label": "Messages" });
    this.jump = el("button", { class: "jump", type: "button", hidden: true, onclick: () => this.toEnd() }, "New messages ↓");
    this.scroller = el("div", { class: "scroller", tabindex: "0", "aria-label": "Message list", role: "region" }, this.inner);
    this.element = el("div", { class: "list" }, this.scroller, this.jump);
    this.atEnd = true;
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.settle()).observe(this.inner);
    new ResizeObserver(() => this.settle()).observe(this.scroller);
    this.inner.addEventListener("click", (event) => this.pressed(event));
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (this.atEnd) this.jump.hidden = true;
  }

  settle() {
    if (this.atEnd) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  toEnd() {
    this.atEnd = true;
    this.settle();
    this.jump.hidden = true;
  }

  /** Shows another channel from its start (`intro`: the nodes above its first message). */
  open(channel, intro) {
    this.channel = channel;
    this.intro = intro;
    this.shown.clear();
    this.notes = [];
    this.newAfter = null;
    this.inner.replaceChildren();
    this.atEnd = true;
    this.jump.hidden = true;
    this.sync();
  }

  /** Marks where the unread messages begin. */
  markNew(count) {
    const messages = this.world.messages(this.channel).filter((message) => message.author.id !== this.world.me.id);
    this.newAfter = count ? (messages.at(-count)?.id ?? messages[0]?.id ?? null) : null;
  }

  /** Brings the nodes in line with what is known, touching only what has changed. */
  sync() {
    const wanted = this.intro ? [this.intro] : [];
    let previous = null;
    for (const message of this.world.messages(this.channel)) {
      const day = formatDay(message.timestamp);
      const fresh = this.newAfter === message.id;
      const newDay = !previous || formatDay(previous.timestamp) !== day;
      if (newDay || fresh) wanted.push(this.divider(newDay ? day : "", fresh));
      wanted.push(this.nodeFor(message, !newDay && !fresh && goesOn(previous, message)));
      previous = message;
    }
    wanted.push(...this.notes);
    const stay = new Set(wanted);
    [...this.inner.childNodes].forEach((node) => stay.has(node) || node.remove());
    wanted.forEach((node, place) => {
      if (this.inner.childNodes[place] !== node) this.inner.insertBefore(node, this.inner.childNodes[place] ?? null);
    });
    this.settle();
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
    const view = this.world.view(message.id);
    const known = this.shown.get(message.id);
    if (known && known.message === message && known.grouped === grouped && known.stamp === view.stamp) return known.node;
    const node = messageNode(message, this.world, view, grouped);
    if (!known) {
      this.shown.set(message.id, { node, message, grouped, stamp: view.stamp });
      return node;
    }
    keepFocus(known.node, () => patch(known.node, node));
    Object.assign(known, { message, grouped, stamp: view.stamp });
    return known.node;
  }

  /** A message came: follow it when the end is in sight, say so when it is not. */
  arrived(message) {
    this.sync();
    if (!this.atEnd && message.author.id !== this.world.me.id) this.jump.hidden = false;
  }

  pressed(event) {
    const dismiss = event.target.closest("[data-dismiss]");
    const control = event.target.closest("[data-custom-id]");
    if (dismiss) this.dismiss(dismiss.dataset.dismiss);
    else if (control && control.getAttribute("aria-busy") !== "true") this.act(control);
  }

  dismiss(id) {
    this.link.send({ op: "dismiss", message: id });
    this.world.dropMessage(this.channel, id);
    this.sync();
    this.scroller.focus({ preventScroll: true });
  }

  act(control) {
    const message = this.world.message(this.channel, control.closest("[data-message-id]").dataset.messageId);
    const component = findComponent(message.components, control.dataset.customId);
    if (!component || control.disabled) return;
    if (component.type === 2) {
      this.click(message, component, []);
      return;
    }
    openList({
      anchor: control, label: component.placeholder || "Make a selection", items: selectItems(component, this.world),
      least: component.min_values ?? 1, most: component.max_values ?? 1,
      onclose: (values) => values && this.click(message, component, values),
    });
  }

  click(message, component, values) {
    const view = this.world.view(message.id);
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

  /** A line of this page's own at the end, for a command on its way or one that failed. */
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
