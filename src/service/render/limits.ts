/** What one rendered page may cost. Every number can be lowered by a test. */
export interface RenderLimits {
  /** For one page from the first request to its HTML; the wait for a turn does not count. */
  pageMs: number;
  /** For the browser to start. */
  startMs: number;
  /** After so long a page that never comes to rest is taken as it is. */
  restlessMs: number;
  /** Over the wire, both ways, for a page with everything it loads. */
  wireBytes: number;
  /** Requests and tunnels a page may open in all. */
  requests: number;
  /** Those open at the same time; Chromium itself keeps to 32 for a proxy. */
  openRequests: number;
  /** Of the finished document; the generator reads no more. */
  htmlBytes: number;
  pagesAtOnce: number;
  /** A browser that nobody needs is closed after so long. */
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
  idleMs: 60_000,
};
