// The page of one person: wires the socket, the columns, the messages and the composer together.

import { keepFocus, patch } from "./dom.js";
import { setClock, tick } from "./clock.js";
import { Composer } from "./composer.js";
import { showFour } from "./four.js";
import { Link } from "./link.js";
import { MessageList } from "./messages.js";
import { openModal } from "./modal.js";
import { channelColumn, introduction, memberColumn, userPanel } from "./sidebar.js";
import { World, isDirect, isThread } from "./state.js";

const query = new URLSearchParams(location.search);
const find = (selector) => document.querySelector(selector);

function socketAddress() {
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = query.has("user") ? `?user=${encodeURIComponent(query.get("user"))}` : "";
  address.hash = "";
  return address.href;
}

class Page {
  constructor() {
    this.world = new World();
    this.link = new Link(socketAddress(), (type, data) => this.frame(type, data), (up) => this.line(up));
    this.list = new MessageList(this.world, this.link);
    this.composer = new Composer(this.world, this.link, this.list);
    find("#conversation").append(this.list.element, this.composer.element);
    window.addEventListener("hashchange", () => this.openChannel(location.hash.slice(1)));
    find("#menu").addEventListener("click", () => this.drawer());
    find("#veil").addEventListener("click", () => this.drawer(false));
    find("#left").addEventListener("click", (event) => this.sideClick(event));
    find("#left").addEventListener("change", (event) => this.sideChange(event));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => this.read());
    setInterval(tick, 1000);
  }

  line(up) {
    find("#lost").hidden = up;
    document.body.classList.toggle("offline", !up);
  }

  announce(text) {
    find("#announcer").textContent = text;
  }

  frame(type, data) {
    const { world } = this;
    const known = {
      hello: () => this.greet(data),
      history: () => this.history(data),
      message_create: () => this.created(data),
      message_update: () => this.updated(data),
      message_delete: () => this.deleted(data),
      channel_create: () => this.channel(data),
      channel_update: () => this.channel(data),
      channel_delete: () => this.channelGone(data),
      commands: () => { world.commands = data; },
      unread: () => this.unread(data),
      modal: () => this.modal(data),
      error: () => this.list.note(data.text),
    }[type];
    if (known) known();
    else this.list.note(`The sandbox sent a frame that this page does not know: ${type}.`);
  }

  greet(hello) {
    const { world } = this;
    const again = world.me !== null;
    world.greet(hello);
    setClock(hello.now, hello.clock_rate);
    document.body.classList.add("ready");
    const wanted = location.hash.slice(1);
    const first = [world.current, wanted, hello.welcome?.channel].find((id) => world.channels.has(id));
    if (again && first === world.current) this.link.send({ op: "history", channel: first });
    else this.openChannel(first ?? [...world.channels.values()].find((channel) => channel.type === 0)?.id);
    this.draw();
  }

  openChannel(id) {
    const { world } = this;
    const channel = world.channels.get(id);
    if (!channel || channel.type === 4) return;
    this.drawer(false);
    if (world.current !== id) {
      const name = world.channelName(channel);
      world.current = id;
      if (location.hash !== `#${id}`) history.replaceState(null, "", `#${id}`);
      this.list.open(id, introduction(world, channel));
      this.composer.open(isDirect(channel) ? `@${name}` : isThread(channel) ? name : `#${name}`);
      this.list.scroller.classList.toggle("loading", !world.history.has(id));
      this.fresh = world.unread.get(id) ?? 0;
      this.list.markNew(world.history.has(id) ? this.fresh : 0);
      this.list.sync();
    }
    if (!world.history.has(id)) this.link.send({ op: "history", channel: id });
    this.read();
    this.draw();
  }

  history({ channel, messages }) {
    this.world.load(channel, messages);
    if (channel !== this.world.current) return;
    this.list.scroller.classList.remove("loading");
    this.list.markNew(this.fresh);
    this.fresh = 0;
    this.list.sync();
    this.list.settle();
  }

  created(message) {
    const { world } = this;
    world.putMessage(message);
    const here = message.channel_id === world.current;
    if (here) this.list.arrived(message);
    if (here && !document.hidden) this.read();
    else if (message.author.id !== world.me.id) {
      if (world.mentionsMe(message)) world.mentions.add(message.channel_id);
      world.unread.set(message.channel_id, (world.unread.get(message.channel_id) ?? 0) + 1);
      const channel = world.channels.get(message.channel_id);
      if (channel && isDirect(channel)) this.announce(`New direct message from ${world.channelName(channel)}`);
    }
    this.draw();
  }

  updated(message) {
    this.world.putMessage(message);
    if (message.channel_id === this.world.current) this.list.sync();
  }

  deleted({ id, channel_id: channel }) {
    this.world.dropMessage(channel, id);
    if (channel === this.world.current) this.list.sync();
  }

  channel(data) {
    this.world.putChannel(data);
    this.draw();
  }

  channelGone({ id }) {
    this.world.dropChannel(id);
    if (id === this.world.current) {
      this.world.current = null;
      this.openChannel([...this.world.channels.values()].find((channel) => channel.type === 0)?.id);
      this.list.note("The channel you were in was deleted.");
    }
    this.draw();
  }

  unread(counts) {
    for (const [id, count] of Object.entries(counts)) {
      this.world.unread.set(id, count);
      if (!count) this.world.mentions.delete(id);
    }
    this.read();
    this.draw();
  }

  modal(data) {
    openModal(data, this.world, (components, settle) =>
      this.link.ask({ op: "modal", id: data.id, custom_id: data.custom_id, components }, settle));
  }

  /** Tells the sandbox that the open channel is being looked at. */
  read() {
    const { world } = this;
    if (document.hidden || !world.current || !world.unread.get(world.current)) return;
    world.unread.set(world.current, 0);
    world.mentions.delete(world.current);
    this.link.send({ op: "read", channel: world.current });
    this.draw();
  }

  draw() {
    const { world } = this;
    if (!world.me) return;
    const channel = world.channels.get(world.current);
    const name = channel ? world.channelName(channel) : "";
    const calls = world.calls();
    const columns = find("#columns");
    keepFocus(find("#left"), () => patch(columns.firstElementChild, channelColumn(world)));
    if (this.panelFor !== `${world.me.id} ${world.directOpen} ${world.users.size} ${world.current}`) {
      this.panelFor = `${world.me.id} ${world.directOpen} ${world.users.size} ${world.current}`;
      const open = find("#you").firstElementChild?.open ?? false;
      const panel = userPanel(world);
      panel.open = open;
      keepFocus(find("#left"), () => find("#you").replaceChildren(panel));
    }
    find("#members").replaceChildren(...memberColumn(world));
    find("#members").hidden = !channel || isDirect(channel);
    find("#title").textContent = channel && !isDirect(channel) && !isThread(channel) ? `# ${name}` : name;
    find("#topic").textContent = channel?.topic ?? "";
    find("#whose").textContent = query.has("embed") ? (world.me.global_name || world.me.username) : "";
    find("#menu-count").textContent = calls ? String(calls) : "";
    find("#menu").setAttribute("aria-label", calls ? `Channels, ${calls} unread` : "Channels");
    document.title = `${calls ? `(${calls}) ` : ""}${name} · ${world.title}`;
  }

  drawer(open = !document.body.classList.contains("drawer")) {
    document.body.classList.toggle("drawer", open);
    find("#menu").setAttribute("aria-expanded", String(open));
    if (open) find("#columns a[aria-current], #columns a")?.focus();
  }

  key(event) {
    if (event.key === "Escape" && document.body.classList.contains("drawer")) {
      this.drawer(false);
      find("#menu").focus();
    }
  }

  sideClick(event) {
    const link = event.target.closest("#columns a.channel");
    if (event.target.closest("[data-open-dm]")) this.link.send({ op: "open_dm" });
    else if (link) {
      event.preventDefault();
      this.openChannel(link.hash.slice(1));
    }
  }

  sideChange(event) {
    if (!("dmOpen" in event.target.dataset)) return;
    this.world.directOpen = event.target.checked;
    this.link.send({ op: "settings", dm_open: event.target.checked });
    this.draw();
  }
}

if (query.has("four")) showFour(socketAddress());
else new Page();
