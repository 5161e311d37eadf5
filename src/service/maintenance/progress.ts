/** What is done with a table at the moment. */
export type Step = 'compare' | 'copy' | 'verify';

/** How far moving has come. */
export interface Progress {
  step: Step;
  table: string;
  /** Rows of the table so far. */
  done: number;
  /** Rows of the table; 0 when that is not known. */
  total: number;
}

export interface MovingOptions {
  /** Told after every batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the work between two batches. */
  signal?: AbortSignal | undefined;
}

/** Counts what is done, and ends the work when it is to stop. */
export class Watcher {
  readonly #options: MovingOptions;
  #now: Progress = { step: 'copy', table: '', done: 0, total: 0 };

  constructor(options: MovingOptions) {
    this.#options = options;
  }

  begin(step: Step, table: string, total: number): void {
    this.#now = { step, table, done: 0, total };
    this.done(0);
  }

  /** @throws the reason of the signal when the work is to stop */
  done(rows: number): void {
    this.#options.signal?.throwIfAborted();
    this.#now = { ...this.#now, done: this.#now.done + rows };
    this.#options.onProgress?.(this.#now);
  }
}
