/** The current work on a table. */
export type Step = 'compare' | 'copy' | 'verify';

/** Progress of a copy. */
export interface Progress {
  step: Step;
  table: string;
  /** Rows of the table so far. */
  done: number;
  /** Rows of the table; 0 when unknown. */
  total: number;
}

export interface MaintenanceOptions {
  /** Called after every batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the work between two batches. */
  signal?: AbortSignal | undefined;
}

/** Reports progress and ends the work when it is aborted. */
export class Watcher {
  readonly #options: MaintenanceOptions;
  #now: Progress = { step: 'copy', table: '', done: 0, total: 0 };

  constructor(options: MaintenanceOptions) {
    this.#options = options;
  }

  begin(step: Step, table: string, total: number): void {
    this.#now = { step, table, done: 0, total };
    this.done(0);
  }

  /** @throws the reason of the signal when it is aborted */
  done(rows: number): void {
    this.#options.signal?.throwIfAborted();
    this.#now = { ...this.#now, done: this.#now.done + rows };
    this.#options.onProgress?.(this.#now);
  }
}
