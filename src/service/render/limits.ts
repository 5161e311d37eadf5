/** Limits of one rendered page. Tests can lower every number. */
export interface RenderLimits {
  /** Time for one page from the first request to its HTML, without the wait for a slot. */
  pageMs: number;
  /** Time for the start of the browser. */
  startMs: number;
  /** Time after which a page that never settles is read as it is. */
  restlessMs: number;
  /** Maximum bytes in both directions, for a page with all its resources. */
  wireBytes: number;
  /** Maximum number of requests and tunnels of a page. */
  requests: number;
  /** Maximum number of concurrent requests; Chromium limits itself to 32 per proxy. */
  openRequests: number;
  /** Maximum size of the final document; the generator reads no more. */
  htmlBytes: number;
  pagesAtOnce: number;
  /** Maximum memory of all processes of the browser together, in bytes. */
  memoryBytes: number;
  /** Maximum number of processes of the browser, including those of frames. */
  processes: number;
  /** Time after which an idle browser is closed. */
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
