// The page's socket: frames in, ops out, one answer to each interaction; reconnects automatically.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

export class Link {
  /** `onframe(type, data)` gets the sandbox's frames, `onstate(connected)` the state of the connection. */
  constructor(address, onframe, onstate) {
    this.address = address;
    this.onframe = onframe;
    this.onstate = onstate;
    this.waiting = new Map();
    this.serial = 0;
    this.wait = FIRST_WAIT;
    this.connect();
    window.addEventListener("online", () => this.connect());
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onstate(true);
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost(socket));
  }

  lost(socket) {
    if (socket !== this.socket) return;
    this.onstate(false);
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const settle of waiting) settle("failed", "The connection was lost.");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }

  receive({ t: type, d: data }) {
    if (type === "interaction") this.settle(data.nonce, data.state);
    else if (type === "choices") this.settle(data.nonce, "ok", data.choices);
    else if (type === "error" && this.waiting.has(data.nonce)) this.settle(data.nonce, "failed", data.text);
    else this.onframe(type, data);
  }

  settle(nonce, state, detail) {
    const settle = this.waiting.get(nonce);
    if (!settle || state === "pending") return;
    this.waiting.delete(nonce);
    settle(state, detail);
  }

  send(op) {
    if (!this.connected) return false;
    this.socket.send(JSON.stringify(op));
    return true;
  }

  /** Sends an op that is answered: `settle("ok" | "failed", detail)` is called once. */
  ask(op, settle) {
    this.serial += 1;
    const nonce = `${Date.now().toString(36)}-${this.serial}`;
    this.waiting.set(nonce, settle);
    if (!this.send({ ...op, nonce })) this.settle(nonce, "failed", "There is no connection.");
    return nonce;
  }
}
