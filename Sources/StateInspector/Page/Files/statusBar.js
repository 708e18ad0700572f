// The top of the page: the shown entry and the connection.

import { byId, setText } from "./dom.js";
import { count, plain, plural } from "./texts.js";

export class StatusBar {
  #model;

  // `connect()` tries at once.
  constructor(model, connect) {
    this.#model = model;
    byId("connect-now").addEventListener("click", connect);
    model.on("connection status entries", () => this.#draw());
    setInterval(() => {
      if (model.connection.state === "lost") this.#draw();
    }, 250);
  }

  #draw() {
    const { connection, status, isTravelling, session, entries } = this.#model;
    const [state, text] = this.#describe(connection);
    const pill = byId("connection");
    pill.className = `pill is-${state}`;
    setText(pill, text);
    byId("connect-now").hidden = !["lost", "refused"].includes(connection.state);
    byId("read-only").hidden = !(session && !status.canControl);
    byId("travelling").hidden = !isTravelling;
    if (status.travel) {
      setText(byId("travelling"), status.travel.isPlaying ? `playing, #${status.travel.at}`
        : `travelling, #${status.travel.at}`);
    }
    document.documentElement.classList.toggle("is-travelling", isTravelling);
    document.documentElement.classList.toggle("is-stale", connection.state !== "open" && session !== null);
    const behind = status.last - entries.upTo;
    setText(byId("totals"), session === null ? ""
      : behind > 1000 ? `${count(entries.upTo)} of ${plural(status.last, "entry")}`
        : plural(entries.items.length, "entry"));
    const curtain = byId("curtain");
    curtain.hidden = session !== null && connection.state !== "refused";
    setText(byId("curtain-title"), connection.state === "refused" ? "The app refused this page"
      : connection.state === "lost" ? "The app isn't responding" : connection.state === "missing"
        ? "The address has no token" : "Connecting");
    setText(byId("curtain-text"), connection.state === "refused" ? plain(connection.reason)
      : connection.state === "lost"
        ? "The app may have ended. A new run prints a new address. This page reconnects automatically."
        : connection.state === "missing"
          ? "Open the address that the app printed, including everything after the #." : "");
  }

  #describe({ state, retryAt }) {
    switch (state) {
      case "open": return ["open", "connected"];
      case "connecting": return ["connecting", "connecting"];
      case "refused": return ["refused", "refused"];
      case "missing": return ["refused", "no token"];
      default: {
        const rest = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
        return ["lost", `disconnected, retrying in ${rest} s`];
      }
    }
  }
}
