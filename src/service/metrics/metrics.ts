/** A look at a source that has been carried through. */
export interface MeasuredRefresh {
  outcome: 'unchanged' | 'updated' | 'failed';
  itemsNew: number;
  itemsChanged: number;
  durationMs: number;
}

/** One attempt to deliver an event to a webhook. */
export interface MeasuredDelivery {
  /** `retrying`: will be tried again; `abandoned`: will not. */
  outcome: 'delivered' | 'retrying' | 'abandoned';
  durationMs: number;
}

/** One answer over HTTP. */
export interface MeasuredAnswer {
  method: string;
  /** The pattern of the route, such as `/v1/feeds/:id`: a path would make a series of every feed. */
  route: string;
  status: number;
  durationMs: number;
}

/**
 * What the service tells of its work. Whoever works with `Deps` says `deps.metrics?.refreshed(…)`;
 * there is nobody to listen unless `serve` was asked for metrics.
 */
export interface Metrics {
  refreshed(refresh: MeasuredRefresh): void;
  delivered(delivery: MeasuredDelivery): void;
  answered(answer: MeasuredAnswer): void;
}
