// Discord's markdown, as DOM nodes. Nothing of a message ever passes through innerHTML.

import { displayName, el, picture } from "./dom.js";
import { formatTime } from "./clock.js";

const EMOJI = /<a?:(\w{2,32}):(\d+)>/.source;
const PICTOGRAM = /(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*)/u.source;
const ALONE = new RegExp(`^(?:\\s|${EMOJI}|${PICTOGRAM}){1,120}$`, "u");
const MOST_LARGE = 30;

/** What markdown needs to know of the world: names behind ids. */
const nameOf = {
  user: (id, world) => (world.users.get(id) ? displayName(world.users.get(id)) : "unknown-user"),
  channel: (id, world) => world.channels.get(id)?.name ?? "unknown",
  role: (id, world) => world.roles.get(id)?.name ?? "role",
};

/** A custom emoji by id, or a written one. */
export function emojiNode(emoji, extra = "") {
  if (!emoji.id) return el("span", { class: `pictogram ${extra}` }, emoji.name);
  return picture(`/cdn/emojis/${emoji.id}.png`, { class: `emoji ${extra}`, alt: `:${emoji.name}:`, title: `:${emoji.name}:`, draggable: "false", decoding: "sync", "data-key": `emoji-${emoji.id}` });
}

function link(address, children) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return children;
  return el("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, children);
}

function mention(kind, id, world) {
  if (kind === "#") {
    return el("a", { class: "mention", href: `#${id}` }, `#${nameOf.channel(id, world)}`);
  }
  const name = kind === "&" ? nameOf.role(id, world) : nameOf.user(id, world);
  const mine = id === world.me?.id;
  return el("span", { class: mine ? "mention mine" : "mention" }, `@${name}`);
}

function spoiler(children) {
  const show = (event) => event.currentTarget.setAttribute("aria-expanded", "true");
  return el("button", { class: "spoiler", type: "button", "aria-expanded": "false", "aria-label": "Spoiler", onclick: show }, children);
}

// Each rule: what it looks like, and what becomes of it. The earliest match wins, then the first rule.
const INLINE = [
  [/\\([\\*_~`|<>#\-[\]():.!@])/, (m) => m[1]],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (m) => el("code", {}, m[2].trim() || m[2])],
  [new RegExp(EMOJI), (m) => emojiNode({ name: m[1], id: m[2] })],
  [/<@!?(\d+)>/, (m, world) => mention("@", m[1], world)],
  [/<@&(\d+)>/, (m, world) => mention("&", m[1], world)],
  [/<#(\d+)>/, (m, world) => mention("#", m[1], world)],
  [/<\/([\w -]+):\d+>/, (m) => el("span", { class: "mention" }, `/${m[1]}`)],
  [/<t:(-?\d{1,12})(?::([tTdDfFR]))?>/, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  // Phones never break a line inside 6-4, as Unicode has it; Chromium would.
  [/(?<![\w-])\d-\d(?![\w-])/, (m) => el("span", { class: "whole" }, m[0])],
  [/@(?:everyone|here)\b/, (m) => el("span", { class: "mention" }, m[0])],
  [/\[([^\]\n]+)\]\((?:<)?(https?:\/\/[^\s)>]+)(?:>)?\)/, (m, world) => link(m[2], inline(m[1], world))],
  [/<?(https?:\/\/[^\s<>]+[^\s<>.,:;"'\])])>?/, (m) => link(m[1], m[1])],
  [/\|\|([\s\S]+?)\|\|/, (m, world) => spoiler(inline(m[1], world))],
  [/\*\*\*([\s\S]+?)\*\*\*/, (m, world) => el("strong", {}, el("em", {}, inline(m[1], world)))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/, (m, world) => el("strong", {}, inline(m[1], world))],
  [/__([\s\S]+?)__(?!_)/, (m, world) => el("u", {}, inline(m[1], world))],
  [/~~([\s\S]+?)~~/, (m, world) => el("s", {}, inline(m[1], world))],
  [/\*(?!\s)((?:[^*]|\*\*[\s\S]+?\*\*)+?)\*(?!\*)/, (m, world) => el("em", {}, inline(m[1], world))],
  [/(?<![\w_])_((?:[^_]|__[\s\S]+?__)+?)_(?![\w_])/, (m, world) => el("em", {}, inline(m[1], world))],
];

function timestamp(unix, style) {
  const when = new Date(unix * 1000);
  const iso = Number.isNaN(when.getTime()) ? null : when.toISOString();
  return el("time", { datetime: iso, "data-unix": unix, "data-style": style, "aria-live": "off", title: formatTime(unix, "F") }, formatTime(unix, style));
}

/** One run of text with its marks. */
export function inline(text, world) {
  const nodes = [];
  let rest = text;
  while (rest) {
    let first = null;
    for (const [pattern, make] of INLINE) {
      const match = pattern.exec(rest);
      if (match && (!first || match.index < first.match.index)) first = { match, make };
    }
    if (!first) break;
    const { match, make } = first;
    if (match.index) nodes.push(rest.slice(0, match.index));
    nodes.push(make(match, world));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest) nodes.push(rest);
  return nodes.flat();
}

function takeWhile(lines, test) {
  const end = lines.findIndex((line) => !test(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

const BULLET = /^(\s*)(?:([-*])|(\d+)\.)\s+(.*)$/;

function list(lines, world) {
  const items = takeWhile(lines, (line) => BULLET.test(line)).map((line) => BULLET.exec(line));
  const [, , bullet, number] = items[0];
  const rows = items.map(([, indent, , , text]) =>
    el("li", { class: indent.length > 1 ? "deeper" : null }, inline(text, world)),
  );
  return bullet ? el("ul", {}, rows) : el("ol", { start: number }, rows);
}

function quote(lines, world) {
  const toTheEnd = lines[0].startsWith(">>> ");
  const quoted = toTheEnd ? lines.splice(0) : takeWhile(lines, (line) => line.startsWith("> "));
  return el("blockquote", {}, blocks(quoted.join("\n").replace(/^(>>> |> )/gm, ""), world));
}

function fence(lines) {
  const text = lines.join("\n");
  const match = /^```(?:[\w+-]*\n)?([\s\S]*?)```\n?/.exec(text);
  if (!match) return null;
  const rest = text.slice(match[0].length);
  lines.splice(0, lines.length, ...(rest ? rest.split("\n") : []));
  return el("pre", { tabindex: "0" }, el("code", {}, match[1].replace(/\n$/, "")));
}

function heading(line, world) {
  const match = /^(#{1,3}|-#)\s+(.+)$/.exec(line);
  if (!match) return null;
  const tag = match[1] === "-#" ? "small" : `h${match[1].length}`;
  return el(tag, {}, inline(match[2].trim(), world));
}

const opensBlock = (line) => /^(#{1,3} |-# |> |>>> |```)/.test(line) || BULLET.test(line);

/** A whole text: headings, subtext, lists, quotes, code, lines. */
export function blocks(text, world) {
  const lines = text.split("\n");
  const nodes = [];
  while (lines.length) {
    const line = lines[0];
    if (line.startsWith("```")) {
      const block = fence(lines);
      if (block) {
        nodes.push(block);
        continue;
      }
    } else if (/^(> |>>> )/.test(line)) {
      nodes.push(quote(lines, world));
      continue;
    } else if (BULLET.test(line)) {
      nodes.push(list(lines, world));
      continue;
    }
    const head = heading(line, world);
    if (head) {
      lines.shift();
      nodes.push(head);
      continue;
    }
    const plain = [lines.shift(), ...takeWhile(lines, (next) => !opensBlock(next))];
    nodes.push(el("p", {}, inline(plain.join("\n"), world)));
  }
  return nodes;
}

function isAllEmoji(text) {
  if (!ALONE.test(text.trim())) return false;
  const count = text.match(new RegExp(`${EMOJI}|${PICTOGRAM}`, "gu"))?.length ?? 0;
  return count > 0 && count <= MOST_LARGE;
}

/** A message's or text display's content. */
export function markdown(text, world, extra = "") {
  const large = isAllEmoji(text) ? "large-emoji" : "";
  return el("div", { class: `markdown ${large} ${extra}`.trim().replace(/\s+/g, " ") }, blocks(text, world));
}
