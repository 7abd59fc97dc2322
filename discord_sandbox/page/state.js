// What this user sees: users, channels, messages, commands. No DOM here.

import { displayName } from "./dom.js";

export const EPHEMERAL = 64;
export const LOADING = 128;
export const COMPONENTS_V2 = 32768;

export const isThread = (channel) => [10, 11, 12].includes(channel.type);
export const hasChat = (channel) => ![4, 15, 16].includes(channel.type);
export const isDirect = (channel) => [1, 3].includes(channel.type);

/** Compares objects by the time in their snowflake ids. */
export const byId = (a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : Number(a.id > b.id));

export class ClientState {
  constructor() {
    this.me = null;
    this.users = new Map();
    this.channels = new Map();
    this.roles = new Map();
    this.guilds = [];
    this.commands = [];
    this.unread = new Map();
    this.mentions = new Set();
    this.history = new Map();
    this.views = new Map();
    this.current = null;
  }

  /** Handles the socket's first frame. Loaded messages stay until the server sends them again. */
  greet(hello) {
    this.me = hello.me;
    this.users = new Map([...hello.users, hello.me].map((user) => [user.id, user]));
    this.guilds = hello.guilds.map(({ id, name }) => ({ id, name }));
    const roles = hello.guilds.flatMap((guild) => guild.roles ?? []);
    this.roles = new Map(roles.map((role) => [role.id, role]));
    this.channels.clear();
    for (const guild of hello.guilds) {
      for (const channel of guild.channels) this.putChannel({ guild_id: guild.id, ...channel });
    }
    for (const channel of hello.dms) this.putChannel(channel);
    this.commands = hello.commands;
    this.unread = new Map(Object.entries(hello.unread ?? {}));
    this.directOpen = hello.dm_open;
    this.title = hello.title || "Practice Discord";
    // The open channel stays visible until its history is loaded again.
    for (const id of [...this.history.keys()]) if (id !== this.current) this.history.delete(id);
  }

  putChannel(channel) {
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
  }

  dropChannel(id) {
    this.channels.delete(id);
    this.history.delete(id);
    this.unread.delete(id);
  }

  /** Channels of one guild in Discord's order: by category and position, threads under theirs. */
  guildChannels(guild) {
    const all = [...this.channels.values()].filter((channel) => channel.guild_id === guild.id);
    const order = (a, b) => (a.position ?? 0) - (b.position ?? 0) || byId(a, b);
    const under = (parent) => all.filter((c) => !isThread(c) && c.type !== 4 && (c.parent_id ?? null) === parent).sort(order);
    const withThreads = (channel) => [channel, ...all.filter((c) => isThread(c) && c.parent_id === channel.id && !c.thread_metadata?.archived).sort(byId)];
    const categories = all.filter((channel) => channel.type === 4).sort(order);
    return [
      ...under(null).flatMap(withThreads),
      ...categories.flatMap((category) => [category, ...under(category.id).flatMap(withThreads)]),
    ];
  }

  directs() {
    return [...this.channels.values()].filter(isDirect);
  }

  /** The other user of a direct message channel: the bot, unless the channel says otherwise. */
  partner(channel) {
    const other = (channel.recipients ?? []).find((user) => user.id !== this.me.id);
    return other ?? [...this.users.values()].find((user) => user.bot) ?? this.me;
  }

  channelName(channel) {
    return isDirect(channel) ? displayName(this.partner(channel)) : channel.name;
  }

  messages(channel) {
    return [...(this.history.get(channel)?.values() ?? [])].sort(byId);
  }

  load(channel, messages) {
    this.history.set(channel, new Map(messages.map((message) => [message.id, message])));
  }

  /** Stores a new or changed message; returns false if its channel was never opened. */
  putMessage(message) {
    const known = this.history.get(message.channel_id);
    if (!known) return false;
    known.set(message.id, { ...known.get(message.id), ...message });
    return true;
  }

  message(channel, id) {
    return this.history.get(channel)?.get(id);
  }

  dropMessage(channel, id) {
    this.history.get(channel)?.delete(id);
    this.views.delete(id);
  }

  /** Local state of a message: controls that wait for an answer, a failure. */
  view(id) {
    if (!this.views.has(id)) this.views.set(id, { pending: new Set(), failed: null, stamp: 0 });
    return this.views.get(id);
  }

  mentionsMe(message) {
    return (message.mentions ?? []).some((user) => user.id === this.me.id) || message.mention_everyone === true;
  }

  /** Counts unread messages for this user: all in DMs, mentions elsewhere. */
  calls() {
    const waiting = [...this.unread].filter(([id, count]) => count > 0 && this.channels.has(id));
    return waiting.reduce((sum, [id, count]) => {
      if (isDirect(this.channels.get(id))) return sum + count;
      return sum + (this.mentions.has(id) ? 1 : 0);
    }, 0);
  }
}
