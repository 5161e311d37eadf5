/** Progress of a copy. */
export interface Progress {
  table: string;
  /** Rows of the table so far. */
  done: number;
  /** Rows of the table. */
  total: number;
}

export interface MaintenanceOptions {
  /** Called after every batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the work between two batches. */
  signal?: AbortSignal | undefined;
}
