// Time travel: the slider, steps, play, resume and commit. Visible only if the page can change the app.

import { byId, setText } from "./dom.js";
import { Latest } from "./latest.js";

// How long a commit waits for the second press.
const confirmTime = 3000;

const stepKinds = {
  entry: undefined,
  action: ["actionReceived"],
  change: ["change"],
};

export class TravelBar {
  #model;
  #actions;
  #slider = byId("travel-slider");
  #latest = new Latest();
  #isDragged = false;
  #confirmTimer = null;

  // `actions` has `control(name, values)`.
  constructor(model, actions) {
    this.#model = model;
    this.#actions = actions;
    this.#slider.addEventListener("input", () => {
      this.#isDragged = true;
      this.travel(Number(this.#slider.value));
    });
    this.#slider.addEventListener("change", () => {
      this.#isDragged = false;
      model.touch("status");
    });
    byId("step-back").addEventListener("click", () => this.step("backward"));
    byId("step-forward").addEventListener("click", () => this.step("forward"));
    byId("play").addEventListener("click", () => this.playOrPause());
    byId("resume").addEventListener("click", () => this.resume());
    byId("commit").addEventListener("click", () => this.commit());
    model.on("status entries connection", () => this.#draw());
  }

  travel(to) {
    const { gone, last } = this.#model.status;
    const number = Math.max(gone, Math.min(last, to));
    this.#latest.run(() => this.#actions.control("travel", { to: number }));
  }

  step(direction) {
    if (!this.#model.canControl) return;
    const kind = stepKinds[byId("step-by").value];
    this.#latest.run(() => this.#actions.control("step", kind ? { direction, kind } : { direction }));
  }

  playOrPause() {
    const { canControl, status } = this.#model;
    if (!canControl) return;
    if (status.travel?.isPlaying) {
      this.#actions.control("pause");
      return;
    }
    const [name, value] = byId("play-speed").value.split(" ");
    this.#actions.control("play", { [name]: Number(value) });
  }

  resume() {
    if (!this.#model.canControl || !this.#model.isTravelling) return;
    this.#actions.control("resume", { applyingWrites: byId("applies-writes").checked });
  }

  // The first press asks for confirmation, the second one commits.
  commit() {
    if (!this.#model.canControl || !this.#model.isTravelling) return;
    if (this.#confirmTimer !== null) {
      this.#endConfirming();
      this.#actions.control("commit");
      return;
    }
    setText(byId("commit"), "Commit: sure?");
    byId("commit").classList.add("is-asking");
    this.#confirmTimer = setTimeout(() => this.#endConfirming(), confirmTime);
  }

  #endConfirming() {
    clearTimeout(this.#confirmTimer);
    this.#confirmTimer = null;
    setText(byId("commit"), "Commit");
    byId("commit").classList.remove("is-asking");
  }

  #draw() {
    const { status, isTravelling, connection } = this.#model;
    byId("travel").hidden = !status.canControl;
    byId("travel").classList.toggle("is-travelling", isTravelling);
    const { travel } = status;
    for (const control of byId("travel").querySelectorAll("button, input, select")) {
      control.disabled = connection.state !== "open";
    }
    // Current entries follow the travel: the slider ends where it started.
    const last = travel?.last ?? status.last;
    this.#slider.min = status.gone;
    this.#slider.max = last;
    if (!this.#isDragged) this.#slider.value = travel?.at ?? last;
    this.#slider.setAttribute("aria-valuetext", travel ? `entry ${travel.at} of ${last}` : "current state");
    setText(byId("travel-place"), travel ? `#${travel.at} of ${last}` : "current state");
    setText(byId("play"), travel?.isPlaying ? "Pause" : "Play");
    byId("resume").disabled ||= !isTravelling;
    byId("commit").disabled ||= !isTravelling;
    byId("applies-writes").disabled ||= !isTravelling;
    if (!isTravelling && this.#confirmTimer !== null) this.#endConfirming();
  }
}
