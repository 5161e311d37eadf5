/** Limits of one rendered page. Tests can lower every number. */
export interface RenderLimits {
  /** For one page, from the first request to its HTML; without the wait for a slot. */
  pageMs: number;
  /** For the start of the browser. */
  startMs: number;
  /** After this time, a page that never settles is taken as it is. */
  restlessMs: number;
  /** Bytes in both directions, for a page with all its resources. */
  wireBytes: number;
  /** Total requests and tunnels of a page. */
  requests: number;
  /** Concurrent ones; Chromium limits itself to 32 for a proxy. */
  openRequests: number;
  /** Size of the final document; the generator reads no more. */
  htmlBytes: number;
  pagesAtOnce: number;
  /** Of all processes of the browser together, in bytes. */
  memoryBytes: number;
  /** Of the browser, with those of frames. */
  processes: number;
  /** An idle browser is closed after this time. */
  idleMs: number;
}

export const RENDER_LIMITS: RenderLimits = {
  pageMs: 15_000,
  startMs: 15_000,
  restlessMs: 10_000,
  wireBytes: 20_000_000,
  requests: 1_000,
  openRequests: 64,
  htmlBytes: 4_000_000,
  pagesAtOnce: 2,
  memoryBytes: 1_000_000_000,
  processes: 40,
  idleMs: 60_000,
};
