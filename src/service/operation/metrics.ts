/** A completed fetch of a source. */
interface MeasuredRefresh {
  outcome: 'unchanged' | 'updated' | 'failed';
  itemsNew: number;
  itemsChanged: number;
  durationMs: number;
}

/** One attempt to deliver an event to a webhook. */
interface MeasuredDelivery {
  /** `retrying`: another attempt follows; `abandoned`: none does. */
  outcome: 'delivered' | 'retrying' | 'abandoned';
  durationMs: number;
}

/** One HTTP response. */
interface MeasuredAnswer {
  method: string;
  /** The route pattern, such as `/v1/feeds/:id`: paths would create a series per feed. */
  route: string;
  status: number;
  durationMs: number;
}

/**
 * Receives the measurements of the service. Callers use `deps.metrics?.refreshed(…)`; it is
 * undefined unless `serve` has metrics enabled.
 */
export interface Metrics {
  refreshed(refresh: MeasuredRefresh): void;
  delivered(delivery: MeasuredDelivery): void;
  answered(answer: MeasuredAnswer): void;
}
