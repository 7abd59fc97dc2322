// Discord's markdown as DOM nodes. No part of a message ever passes through innerHTML.
//
// Linear time for any message: tokens are matched in place (sticky patterns), and open marks are
// kept on a stack.

import { displayName, el, picture } from "./dom.js";
import { formatTime } from "./clock.js";

const EMOJI = /<a?:(\w{2,32}):(\d{1,20})>/.source;
const PICTOGRAM = /(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*)/u.source;
const ALONE = new RegExp(`^(?:\\s|${EMOJI}|${PICTOGRAM}){1,120}$`, "u");
const MOST_LARGE = 30;
const LONGEST_LARGE = 2000;

/** The names behind ids. */
const nameOf = {
  user: (id, client) => (client.users.get(id) ? displayName(client.users.get(id)) : "unknown-user"),
  channel: (id, client) => client.channels.get(id)?.name ?? "unknown",
  role: (id, client) => client.roles.get(id)?.name ?? "role",
};

/** A custom emoji by id, or a Unicode one. */
export function emojiNode(emoji, extra = "") {
  if (!emoji.id) return el("span", { class: `pictogram ${extra}` }, emoji.name);
  return picture(`/cdn/emojis/${emoji.id}.png`, { class: `emoji ${extra}`, alt: `:${emoji.name}:`, title: `:${emoji.name}:`, draggable: "false", decoding: "sync", "data-key": `emoji-${emoji.id}` });
}

function link(address, children) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return children;
  return el("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, children);
}

function mention(kind, id, client) {
  if (kind === "#") {
    return el("a", { class: "mention", href: `#${id}` }, "#", el("bdi", {}, nameOf.channel(id, client)));
  }
  const name = kind === "&" ? nameOf.role(id, client) : nameOf.user(id, client);
  const mine = id === client.me?.id;
  return el("span", { class: mine ? "mention mine" : "mention" }, "@", el("bdi", {}, name));
}

function spoiler(children) {
  const show = (event) => event.currentTarget.setAttribute("aria-expanded", "true");
  return el("button", { class: "spoiler", type: "button", "aria-expanded": "false", "aria-label": "Spoiler", onclick: show }, children);
}

function timestamp(unix, style) {
  const when = new Date(unix * 1000);
  const iso = Number.isNaN(when.getTime()) ? null : when.toISOString();
  return el("time", { datetime: iso, "data-unix": unix, "data-style": style, "aria-live": "off", title: formatTime(unix, "F") }, formatTime(unix, style));
}

const bareLink = (m) => [link(m[1], m[1])];

// Character -> tokens that begin with it: a sticky pattern, and a builder for a match.
const TOKENS = {
  "\\": [[/\\([\\*_~`|<>#\-[\]():.!@])/y, (m) => [m[1]]]],
  "<": [
    [new RegExp(EMOJI, "y"), (m) => [emojiNode({ name: m[1], id: m[2] })]],
    [/<(@)!?(\d{1,20})>|<@(&)(\d{1,20})>|<(#)(\d{1,20})>/y, (m, client) => [mention(m[1] ?? m[3] ?? m[5], m[2] ?? m[4] ?? m[6], client)]],
    [/<\/([\w -]{1,100}):\d{1,20}>/y, (m) => [el("span", { class: "mention" }, `/${m[1]}`)]],
    [/<t:(-?\d{1,12})(?::([tTdDfFR]))?>/y, (m) => [timestamp(Number(m[1]), m[2] ?? "f")]],
    [/<(https?:\/\/[^\s<>]{1,2000})>/y, bareLink],
  ],
  "@": [[/@(?:everyone|here)\b/y, (m) => [el("span", { class: "mention" }, m[0])]]],
  h: [[/(https?:\/\/[^\s<>]{0,2000}[^\s<>.,:;"'\])])/y, bareLink]],
};
// Phones follow Unicode and never break a line inside 6-4; Chromium would.
const TILE = /\d-\d(?![\w-])/y;
for (const digit of "0123456789") TOKENS[digit] = [[TILE, (m) => [el("span", { class: "whole" }, m[0])]]];

const PLAIN = /[^\\<@h\d`[*_~|]+/y;
const ADDRESS = /\(<?(https?:\/\/[^\s)>]{1,2000})>?\)/y;
const WORD = /\w/;

// Paired marks, longest first, and the element each pair makes.
const PAIRS = {
  "*": ["**", "*"], _: ["__", "_"], "~": ["~~"], "|": ["||"],
};
const MADE = {
  "**": (nodes) => el("strong", {}, nodes), "*": (nodes) => el("em", {}, nodes),
  __: (nodes) => el("u", {}, nodes), _: (nodes) => el("em", {}, nodes),
  "~~": (nodes) => el("s", {}, nodes), "||": spoiler,
};

/** Finds positions of a string from left to right, searching each stretch once. */
class Finder {
  constructor(text, wanted) {
    Object.assign(this, { text, wanted, at: -1 });
  }

  from(start) {
    if (this.at < start) {
      const found = this.text.indexOf(this.wanted, start);
      this.at = found < 0 ? Infinity : found;
    }
    return this.at;
  }
}

/** Positions of the runs of backticks, by length. */
function backticks(text) {
  const runs = new Map();
  for (const match of text.matchAll(/`+/g)) {
    const { length } = match[0];
    if (!runs.has(length)) runs.set(length, { places: [], next: 0 });
    runs.get(length).places.push(match.index);
  }
  return runs;
}

class InlineParser {
  constructor(text, client, linked) {
    Object.assign(this, { text, client, linked, at: 0 });
    this.stack = [{ mark: "", nodes: [] }];
    this.open = new Set();
    this.runs = backticks(text);
    this.bracket = new Finder(text, "]");
    this.line = new Finder(text, "\n");
  }

  parse() {
    while (this.at < this.text.length) this.step();
    while (this.stack.length > 1) this.giveUp();
    return this.stack[0].nodes;
  }

  add(...nodes) {
    const into = this.stack.at(-1).nodes;
    for (const node of nodes.flat()) {
      if (typeof node === "string" && typeof into.at(-1) === "string") into[into.length - 1] += node;
      else into.push(node);
    }
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  step() {
    const plain = this.match(PLAIN);
    if (plain) {
      this.take(plain[0].length, plain[0]);
      return;
    }
    const char = this.text[this.at];
    if (char === "`") this.code();
    else if (char === "[") this.maskedLink();
    else if (PAIRS[char]) this.mark(char);
    else this.token(char);
  }

  take(length, ...nodes) {
    this.at += length;
    this.add(...nodes);
  }

  token(char) {
    const inWord = /\d/.test(char) && /[\w-]/.test(this.text[this.at - 1] ?? " ");
    for (const [pattern, make] of (!inWord && TOKENS[char]) || []) {
      const match = this.match(pattern);
      if (match) {
        this.take(match[0].length, make(match, this.client));
        return;
      }
    }
    this.take(1, char);
  }

  code() {
    let end = this.at;
    while (this.text[end] === "`") end += 1;
    const length = end - this.at;
    const run = this.runs.get(length);
    while (run.places[run.next] < end) run.next += 1;
    const close = run.places[run.next];
    if (close === undefined) this.take(length, this.text.slice(this.at, end));
    else {
      const inside = this.text.slice(end, close);
      this.take(close + length - this.at, el("code", {}, inside.trim() || inside));
    }
  }

  maskedLink() {
    const close = this.bracket.from(this.at + 1);
    const label = this.text.slice(this.at + 1, Math.min(close, this.at + 1000));
    ADDRESS.lastIndex = close + 1;
    const whole = close < this.line.from(this.at) && close - this.at < 1000 && label && !this.linked;
    const address = whole ? ADDRESS.exec(this.text) : null;
    if (!address) this.take(1, "[");
    else this.take(ADDRESS.lastIndex - this.at, link(address[1], new InlineParser(label, this.client, true).parse()));
  }

  /** Opens or closes a pair of marks; any other mark is text. */
  mark(char) {
    const mark = this.wanted(char);
    if (!mark) this.take(1, char);
    else if (this.open.has(mark)) this.close(mark);
    else {
      this.stack.push({ mark, nodes: [] });
      this.open.add(mark);
      this.at += mark.length;
    }
  }

  wanted(char) {
    const single = PAIRS[char].at(-1).length === 1 ? char : null;
    const twice = this.text.startsWith(char + char, this.at);
    const innermost = this.stack.at(-1);
    const closesSingle = single && innermost.mark === single && this.mayClose(single);
    // Three in a row close the innermost mark first; two close the pair, if it is open.
    if (twice && closesSingle && (this.text[this.at + 2] === char || !this.open.has(char + char))) return single;
    if (twice) return this.open.has(char + char) && innermost.mark === char + char && !innermost.nodes.length ? null : char + char;
    if (!single) return null;
    if (this.open.has(single)) return this.mayClose(single) ? single : null;
    return this.mayOpen(single) ? single : null;
  }

  mayOpen(mark) {
    const next = this.text[this.at + 1] ?? " ";
    const before = this.text[this.at - 1] ?? " ";
    return !/\s/.test(next) && (mark === "*" || !WORD.test(before));
  }

  mayClose(mark) {
    const next = this.text[this.at + 1] ?? " ";
    const before = this.text[this.at - 1] ?? " ";
    const empty = this.stack.at(-1).mark === mark && !this.stack.at(-1).nodes.length;
    return !empty && !/\s/.test(before) && (mark === "*" || !WORD.test(next));
  }

  close(mark) {
    while (this.stack.at(-1).mark !== mark) this.giveUp();
    const { nodes } = this.stack.pop();
    this.open.delete(mark);
    this.take(mark.length, MADE[mark](nodes));
  }

  /** Turns the innermost open mark into text, since nothing closes it. */
  giveUp() {
    const { mark, nodes } = this.stack.pop();
    this.open.delete(mark);
    this.add(mark);
    for (const node of nodes) this.add(node);
  }
}

/** Parses a run of text with marks. */
export const inline = (text, client) => new InlineParser(text, client, false).parse();

const BULLET = /^(\s*)(?:([-*])|(\d{1,9})\.)\s+(.*)$/;
const HEADING = /^(#{1,3}|-#)\s+(.+)$/;
const opensBlock = (line) => /^(#{1,3} |-# |> |>>> |```)/.test(line) || BULLET.test(line);

/** The lines of a text, consumed in order. */
class Lines {
  constructor(text) {
    Object.assign(this, { text, at: 0, fence: new Finder(text, "```") });
  }

  get left() {
    return this.at <= this.text.length;
  }

  get end() {
    const found = this.text.indexOf("\n", this.at);
    return found < 0 ? this.text.length : found;
  }

  peek() {
    return this.text.slice(this.at, this.end);
  }

  next() {
    const line = this.peek();
    this.at += line.length + 1;
    return line;
  }

  /** Consumes lines as long as they match. */
  while(fits) {
    const taken = [];
    while (this.left && fits(this.peek())) taken.push(this.next());
    return taken;
  }

  rest() {
    const rest = this.text.slice(this.at);
    this.at = this.text.length + 1;
    return rest;
  }

  /** Consumes a fenced block and returns its text; null if the fence is never closed. */
  fenced() {
    const close = this.fence.from(this.at + 3);
    if (close === Infinity) return null;
    const inside = this.text.slice(this.at + 3, close).replace(/^[\w+-]{0,20}\n/, "").replace(/\n$/, "");
    this.at = close + 3;
    if (this.text[this.at] === "\n" || this.at === this.text.length) this.at += 1;
    return inside;
  }
}

function list(lines, client) {
  const items = lines.while((line) => BULLET.test(line)).map((line) => BULLET.exec(line));
  const [, , bullet, number] = items[0];
  const rows = items.map(([, indent, , , text]) =>
    el("li", { class: indent.length > 1 ? "deeper" : null }, inline(text, client)),
  );
  return bullet ? el("ul", {}, rows) : el("ol", { start: number }, rows);
}

function quote(lines, client) {
  const text = lines.peek().startsWith(">>> ")
    ? lines.rest().slice(4)
    : lines.while((line) => line.startsWith("> ")).map((line) => line.slice(2)).join("\n");
  return el("blockquote", {}, blocks(text, client, true));
}

function heading([, marks, words], client) {
  const tag = marks === "-#" ? "small" : `h${marks.length}`;
  return el(tag, {}, inline(words.trim(), client));
}

/** Renders a whole text: headings, subtext, lists, quotes (never nested), code, lines. */
export function blocks(text, client, quoted = false) {
  const lines = new Lines(text);
  const nodes = [];
  while (lines.left) {
    const line = lines.peek();
    const fenced = line.startsWith("```") ? lines.fenced() : null;
    const head = HEADING.exec(line);
    if (fenced !== null) nodes.push(el("pre", { tabindex: "0" }, el("code", {}, fenced)));
    else if (!quoted && /^(> |>>> )/.test(line)) nodes.push(quote(lines, client));
    else if (BULLET.test(line)) nodes.push(list(lines, client));
    else if (head) {
      lines.next();
      nodes.push(heading(head, client));
    } else {
      const plain = [lines.next(), ...lines.while((next) => !opensBlock(next))];
      nodes.push(el("p", {}, inline(plain.join("\n"), client)));
    }
  }
  return nodes;
}

function isAllEmoji(text) {
  if (text.length > LONGEST_LARGE || !ALONE.test(text.trim())) return false;
  const count = text.match(new RegExp(`${EMOJI}|${PICTOGRAM}`, "gu"))?.length ?? 0;
  return count > 0 && count <= MOST_LARGE;
}

/** Renders the content of a message or a text display. */
export function markdown(text, client, extra = "") {
  const large = isAllEmoji(text) ? "large-emoji" : "";
  return el("div", { class: `markdown ${large} ${extra}`.trim().replace(/\s+/g, " ") }, blocks(text, client));
}
