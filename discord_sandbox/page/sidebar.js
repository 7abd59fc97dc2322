// The left column: channels and threads by server, direct messages, and the user.

import { avatar, displayName, el, nameNode } from "./dom.js";
import { hasChat, isDirect, isThread } from "./state.js";
import { themeSwitch } from "./view.js";

const ICONS = { 0: "#", 2: "♪", 5: "#", 13: "♪" };

function entry(client, channel) {
  const count = client.unread.get(channel.id) ?? 0;
  const here = channel.id === client.current;
  const loud = count > 0 && (isDirect(channel) || client.mentions.has(channel.id));
  const name = client.channelName(channel);
  const mark = isDirect(channel) ? avatar(client.partner(channel), "small") : el("span", { class: "hash", "aria-hidden": "true" }, isThread(channel) ? "↳" : (ICONS[channel.type] ?? "#"));
  const kinds = ["channel", isThread(channel) && "thread", count > 0 && !here && "unread"].filter(Boolean).join(" ");
  return el("li", {},
    el("a", { class: kinds, href: `#${channel.id}`, "aria-current": here ? "page" : null, "data-key": channel.id,
      "aria-label": count > 0 && !here ? `${name}, ${count} unread` : name },
      mark, el("bdi", { class: "channel-name" }, name),
      count > 0 && !here ? el("span", { class: loud ? "badge" : "badge quiet" }, count > 99 ? "99+" : String(count)) : null));
}

function section(title, items, extra = null) {
  return el("section", {}, el("h2", {}, title, extra), el("ul", {}, items));
}

function guild(client, { id, name }) {
  const items = client.guildChannels({ id }).map((channel) =>
    !hasChat(channel) ? el("li", { class: "category" }, channel.name) : entry(client, channel));
  return section(name, items);
}

/** Renders the channels. */
export function channelColumn(client) {
  const direct = client.directs();
  return el("div", { class: "channels" },
    client.guilds.map((item) => guild(client, item)),
    section("Direct messages", direct.length ? direct.map((channel) => entry(client, channel)) : el("li", {}, el("button", { class: "channel", type: "button", "data-open-dm": true }, el("span", { class: "hash", "aria-hidden": "true" }, "+"), el("span", { class: "channel-name" }, "Message the bot")))));
}

/** Renders the user and the settings at the bottom of the column. */
export function userPanel(client) {
  // One of four pages side by side can't switch to another user.
  const alone = window === window.top;
  const others = [...client.users.values()].filter((user) => alone && !user.bot && user.id !== client.me.id);
  const address = (user) => `?user=${user.id}${location.hash}`;
  return el("details", { class: "you" },
    el("summary", { "aria-label": `${displayName(client.me)}: settings` }, avatar(client.me, "small"),
      el("span", { class: "you-name" }, el("strong", {}, nameNode(client.me)), el("span", { class: "faint small" }, client.directOpen ? "DMs open" : "DMs closed")),
      el("span", { class: "gear", "aria-hidden": "true" }, "⚙")),
    el("div", { class: "settings" },
      themeSwitch(),
      el("label", { class: "tick-row" }, (() => {
        const box = el("input", { type: "checkbox", "data-dm-open": true });
        box.checked = client.directOpen;
        return box;
      })(), el("span", { class: "tick-text" }, "Allow direct messages", el("span", { class: "option-note" }, "Off: the bot's DMs are refused."))),
      others.length ? el("p", { class: "list-title" }, "Be somebody else") : null,
      el("ul", {}, others.map((user) => el("li", {}, el("a", { class: "channel", href: address(user) }, avatar(user, "small"), nameNode(user, { class: "channel-name" })))),
        others.length ? el("li", {}, el("a", { class: "channel", href: `?user=${client.me.id}&four=1` }, el("span", { class: "hash", "aria-hidden": "true" }, "▦"), el("span", { class: "channel-name" }, "Four side by side"))) : null)));
}

/** Renders the members of a server, at the right if there is room. */
export function memberColumn(client) {
  const group = (title, users) => users.length ? [el("h2", {}, `${title} — ${users.length}`), el("ul", {}, users.map((user) =>
    el("li", { class: "member" }, avatar(user, "small"), nameNode(user, { class: "channel-name" }), user.bot ? el("span", { class: "app-tag" }, "APP") : null)))] : [];
  const all = [...client.users.values()];
  return [...group("People", all.filter((user) => !user.bot)), ...group("Apps", all.filter((user) => user.bot))];
}

/** Renders the intro above a channel's first message. */
export function introduction(client, channel) {
  const name = client.channelName(channel);
  const words = isDirect(channel) ? `This is the beginning of your direct messages with ${name}.` : isThread(channel) ? "This is the beginning of the thread." : `This is the beginning of #${name}.`;
  return el("div", { class: "intro" }, el("span", { class: "intro-mark", "aria-hidden": "true" }, isDirect(channel) ? "@" : "#"), el("h2", { dir: "auto" }, name), el("p", {}, words, channel.topic ? ` ${channel.topic}` : ""), el("p", {}, "Type ", el("kbd", {}, "/"), " to see what the bot can do."));
}
