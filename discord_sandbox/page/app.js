// The page of one user: connects the socket, the columns, the messages and the composer.

import { keepFocus, patch } from "./dom.js";
import { setClock, tick } from "./clock.js";
import { Composer } from "./composer.js";
import { Link } from "./link.js";
import { MessageList } from "./messages.js";
import { openModal } from "./modal.js";
import { channelColumn, introduction, memberColumn, userPanel } from "./sidebar.js";
import { ClientState, hasChat, isDirect, isThread } from "./state.js";
import { chooseTheme, showFour, watchView } from "./view.js";

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
    this.client = new ClientState();
    this.link = new Link(socketAddress(), (type, data) => this.frame(type, data), (up) => this.line(up));
    this.list = new MessageList(this.client, this.link);
    this.composer = new Composer(this.client, this.link, this.list);
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

  /** Shows what the program is busy with; hidden when it is done. */
  notice(text) {
    const shown = find("#notice");
    if (text && !shown.textContent) this.announce(text);
    shown.textContent = text ?? "";
  }

  announce(text) {
    find("#announcer").textContent = text;
  }

  frame(type, data) {
    const { client } = this;
    const known = {
      hello: () => this.greet(data),
      history: () => this.history(data),
      message_create: () => this.created(data),
      message_update: () => this.updated(data),
      message_delete: () => this.deleted(data),
      channel_create: () => this.channel(data),
      channel_update: () => this.channel(data),
      channel_delete: () => this.channelGone(data),
      commands: () => { client.commands = data; },
      unread: () => this.unread(data),
      modal: () => this.modal(data),
      notice: () => this.notice(data),
      error: () => this.list.note(data.text),
    }[type];
    if (known) known();
    else this.list.note(`The sandbox sent a frame that this page does not know: ${type}.`);
  }

  greet(hello) {
    const { client } = this;
    const again = client.me !== null;
    client.greet(hello);
    setClock(hello.now, hello.clock_rate);
    this.notice(hello.notice);
    document.body.classList.add("ready");
    const wanted = location.hash.slice(1);
    const first = [client.current, wanted, hello.welcome?.channel].find((id) => client.channels.has(id));
    if (again && first === client.current) this.link.send({ op: "history", channel: first });
    else this.openChannel(first ?? [...client.channels.values()].find((channel) => channel.type === 0)?.id);
    this.draw();
  }

  openChannel(id) {
    const { client } = this;
    const channel = client.channels.get(id);
    if (!channel || !hasChat(channel)) return;
    this.drawer(false);
    if (client.current !== id) {
      const name = client.channelName(channel);
      client.current = id;
      if (location.hash !== `#${id}`) history.replaceState(null, "", `#${id}`);
      this.list.open(id, introduction(client, channel));
      this.composer.open(isDirect(channel) ? `@${name}` : isThread(channel) ? name : `#${name}`);
      this.list.scroller.classList.toggle("loading", !client.history.has(id));
      this.fresh = client.unread.get(id) ?? 0;
      this.list.markNew(client.history.has(id) ? this.fresh : 0);
      this.list.sync();
    }
    if (!client.history.has(id)) this.link.send({ op: "history", channel: id });
    this.read();
    this.draw();
  }

  history({ channel, messages }) {
    this.client.load(channel, messages);
    if (channel !== this.client.current) return;
    this.list.scroller.classList.remove("loading");
    this.list.markNew(this.fresh);
    this.fresh = 0;
    this.list.sync();
    this.list.settle();
  }

  created(message) {
    const { client } = this;
    client.putMessage(message);
    const here = message.channel_id === client.current;
    if (here) this.list.arrived(message);
    if (here && !document.hidden) this.read();
    else if (message.author.id !== client.me.id) {
      if (client.mentionsMe(message)) client.mentions.add(message.channel_id);
      client.unread.set(message.channel_id, (client.unread.get(message.channel_id) ?? 0) + 1);
      const channel = client.channels.get(message.channel_id);
      if (channel && isDirect(channel)) this.announce(`New direct message from ${client.channelName(channel)}`);
    }
    this.draw();
  }

  updated(message) {
    this.client.putMessage(message);
    if (message.channel_id === this.client.current) this.list.sync();
  }

  deleted({ id, channel_id: channel }) {
    this.client.dropMessage(channel, id);
    if (channel === this.client.current) this.list.sync();
  }

  channel(data) {
    this.client.putChannel(data);
    this.draw();
  }

  channelGone({ id }) {
    this.client.dropChannel(id);
    if (id === this.client.current) {
      this.client.current = null;
      this.openChannel([...this.client.channels.values()].find((channel) => channel.type === 0)?.id);
      this.list.note("The channel you were in was deleted.");
    }
    this.draw();
  }

  unread(counts) {
    for (const [id, count] of Object.entries(counts)) {
      this.client.unread.set(id, count);
      if (!count) this.client.mentions.delete(id);
    }
    this.read();
    this.draw();
  }

  modal(data) {
    openModal(data, this.client, (components, settle) =>
      this.link.ask({ op: "modal", id: data.id, custom_id: data.custom_id, components }, settle));
  }

  /** Marks the open channel as read. */
  read() {
    const { client } = this;
    if (document.hidden || !client.current || !client.unread.get(client.current)) return;
    client.unread.set(client.current, 0);
    client.mentions.delete(client.current);
    this.link.send({ op: "read", channel: client.current });
    this.draw();
  }

  draw() {
    const { client } = this;
    if (!client.me) return;
    const channel = client.channels.get(client.current);
    const name = channel ? client.channelName(channel) : "";
    const calls = client.calls();
    const columns = find("#columns");
    keepFocus(find("#left"), () => patch(columns.firstElementChild, channelColumn(client)));
    if (this.panelFor !== `${client.me.id} ${client.directOpen} ${client.users.size} ${client.current}`) {
      this.panelFor = `${client.me.id} ${client.directOpen} ${client.users.size} ${client.current}`;
      const open = find("#you").firstElementChild?.open ?? false;
      const panel = userPanel(client);
      panel.open = open;
      keepFocus(find("#left"), () => find("#you").replaceChildren(panel));
    }
    find("#members").replaceChildren(...memberColumn(client));
    find("#members").hidden = !channel || isDirect(channel);
    find("#title").textContent = channel && !isDirect(channel) && !isThread(channel) ? `# ${name}` : name;
    find("#topic").textContent = channel?.topic ?? "";
    find("#whose").textContent = query.has("embed") ? (client.me.global_name || client.me.username) : "";
    find("#menu-count").textContent = calls ? String(calls) : "";
    find("#menu").setAttribute("aria-label", calls ? `Channels, ${calls} unread` : "Channels");
    document.title = `${calls ? `(${calls}) ` : ""}${name} · ${client.title}`;
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
    if (event.target.dataset.themeChoice) chooseTheme(event.target.dataset.themeChoice);
    if (!("dmOpen" in event.target.dataset)) return;
    this.client.directOpen = event.target.checked;
    this.link.send({ op: "settings", dm_open: event.target.checked });
    this.draw();
  }
}

watchView();
if (query.has("four")) showFour(socketAddress());
else new Page();
