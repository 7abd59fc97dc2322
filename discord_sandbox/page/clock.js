// Timestamps on the sandbox's clock, which may run faster than real time.

const STEPS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const zero = { page: Date.now(), sandbox: Date.now(), rate: 1 };

/** Sets the sandbox's clock: the time now (Unix seconds, optional) and the rate. */
export function setClock(now, rate) {
  zero.page = Date.now();
  zero.sandbox = now === undefined ? zero.page : now * 1000;
  zero.rate = rate || 1;
}

const present = () => zero.sandbox + (Date.now() - zero.page) * zero.rate;

function relative(unix) {
  const seconds = Math.round(unix - present() / 1000);
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? STEPS.at(-1);
  const form = new Intl.RelativeTimeFormat("en", { numeric: "always" });
  return seconds === 0 ? "now" : form.format(Math.round(seconds / length), unit);
}

/** Formats `<t:unix:style>`. */
export function formatTime(unix, style) {
  if (style === "R") return relative(unix);
  return new Intl.DateTimeFormat("en", STYLES[style] ?? STYLES.f).format(new Date(unix * 1000));
}

/** Formats a message's time: the time of day, with the date unless it is today. */
export function formatStamp(iso) {
  const then = new Date(iso);
  const time = new Intl.DateTimeFormat("en", { timeStyle: "short" }).format(then);
  const today = then.toDateString() === new Date(present()).toDateString();
  return today ? time : `${new Intl.DateTimeFormat("en", { dateStyle: "short" }).format(then)}, ${time}`;
}

export const formatDay = (iso) => new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date(iso));

/** Updates every relative timestamp on the page. */
export function tick() {
  for (const node of document.querySelectorAll('time[data-style="R"]')) {
    const text = formatTime(Number(node.dataset.unix), "R");
    if (node.textContent !== text) node.firstChild.data = text;
  }
}
