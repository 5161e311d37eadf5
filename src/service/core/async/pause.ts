/**
 * A wait that can be ended early. A timer with an AbortSignal costs fifty times as much, because
 * each abort builds an exception with a stack trace, and the loop pauses after every feed.
 */
export class Pause {
  /** Resolves when the time is over, or the pause was ended. */
  readonly over: Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #resolve: () => void = () => undefined;

  constructor(ms: number) {
    this.over = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setTimeout(this.#resolve, ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#resolve();
  }
}
