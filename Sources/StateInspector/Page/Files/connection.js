// The socket to the app: the first message, requests and their answers, and reconnection.

const shortestPause = 500;
const longestPause = 5000;

export class Connection {
  #address;
  #token;
  #receiver;
  #socket = null;
  #waiting = new Map();
  #lastId = 0;
  #pause = shortestPause;
  #timer = null;
  #refusal = null;

  // The receiver has `since()`, the number of its last entry, the methods `hello`, `entries`, `skipped` and
  // `status` for the messages, and `connection` for changes of the connection.
  constructor(address, token, receiver) {
    this.#address = address;
    this.#token = token;
    this.#receiver = receiver;
  }

  open() {
    clearTimeout(this.#timer);
    this.#close();
    this.#refusal = null;
    this.#receiver.connection({ state: "connecting" });
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ token: this.#token, since: this.#receiver.since() }));
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lost();
    });
  }

  // Starts over with everything after an entry.
  restart() {
    this.#close();
    this.open();
  }

  // Sends a request; the promise fails with the app's reason.
  ask(name, values = {}) {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Error("The app isn't connected."));
        return;
      }
      const id = (this.#lastId += 1);
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...values, id, ask: name }));
    });
  }

  #take(message) {
    switch (message.type) {
      case "hello":
        this.#pause = shortestPause;
        this.#receiver.connection({ state: "open" });
        this.#receiver.hello(message);
        break;
      case "entries": this.#receiver.entries(message); break;
      case "skipped": this.#receiver.skipped(message); break;
      case "status": this.#receiver.status(message.status); break;
      case "answer": this.#answered(message.id)?.resolve(message.answer); break;
      case "error":
        if (message.id === undefined) this.#refusal = message.error;
        else this.#answered(message.id)?.reject(new Error(message.error));
        break;
    }
  }

  #answered(id) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #close() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const request of waiting) request.reject(new Error("The connection was lost."));
  }

  #lost() {
    this.#close();
    if (this.#refusal !== null) {
      this.#receiver.connection({ state: "refused", reason: this.#refusal });
      return;
    }
    this.#receiver.connection({ state: "lost", retryAt: Date.now() + this.#pause });
    this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }
}
