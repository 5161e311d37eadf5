import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request, Response } from 'playwright-core';
import { SourceError } from '../fetch/index.js';
import { IsolatedDocument } from './isolated-document.js';
import { killOnTimeout, type LaunchedBrowser } from './launch.js';
import type { RenderLimits } from './limits.js';
import type { ProxyTicket } from './proxy/passage.js';

/** A document after its scripts have run. */
export interface VisitedPage {
  /** Final address, after redirects and what scripts did to it. */
  url: string;
  html: string;
  /** Status and headers of the answer that brought the document. */
  status: number;
  headers: Readonly<Record<string, string>>;
}

interface VisitOptions {
  url: string;
  proxyOrigin: string;
  passage: ProxyTicket;
  userAgent: string;
  limits: RenderLimits;
  signal: AbortSignal;
}

/** Where a visit stands, for the one who must explain why it failed. */
export interface VisitTrace {
  documentUrl: string | null;
  crashed: boolean;
}

const LOOK_EVERY_MS = 150;

/**
 * Opens a page in a context of its own, waits until it has come to rest, and takes its document.
 * Throws whatever playwright throws; `trace` then tells how far it came.
 */
export async function visit(
  { browser, kill }: LaunchedBrowser,
  options: VisitOptions,
  trace: VisitTrace,
): Promise<VisitedPage> {
  const context = await openContext(browser, options);
  const close = () => killOnTimeout(context.close(), kill);
  const cut = () => void close();
  const gone = new AbortController();
  // Also when the browser itself is gone; whatever waits for the page must not go on waiting.
  context.once('close', () => gone.abort(new Error('The page has been closed.')));
  const signal = AbortSignal.any([options.signal, gone.signal]);
  options.signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    const page = await openPage(context, options.passage, trace);
    const requests = followRequests(page, () => options.passage.countRequest());
    page.on('request', () => {
      trace.documentUrl = requests.documentUrl();
    });
    await page.goto(options.url, { waitUntil: 'commit', timeout: 0 });
    const document = new IsolatedDocument(await context.newCDPSession(page));
    await settle(document, requests, { ...options, signal });
    return await take(page, document, requests, { ...options, signal });
  } finally {
    options.signal.removeEventListener('abort', cut);
    await close();
  }
}

/** Nothing is kept between two pages: no cookies, no cache, no storage. */
async function openContext(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const { username, password } = options.passage;
  const context = await browser.newContext({
    // Without the bypass rule Chromium would connect to loopback addresses directly.
    proxy: { server: options.proxyOrigin, bypass: '<-loopback>', username, password },
    userAgent: options.userAgent,
    acceptDownloads: false,
    serviceWorkers: 'block',
    // Dates that scripts write without a zone are then read as the UTC they are.
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // Tall: lists that load as they come into view show more of themselves.
    viewport: { width: 1280, height: 2400 },
  });
  context.setDefaultTimeout(0);
  await context.route('**/*', (route) =>
    UNSEEN.has(route.request().resourceType()) ? route.abort() : route.continue(),
  );
  return context;
}

async function openPage(
  context: BrowserContext,
  passage: ProxyTicket,
  trace: VisitTrace,
): Promise<Page> {
  const page = await context.newPage();
  context.on('page', (popup) => {
    passage.countRequest();
    void popup.close().catch(() => undefined);
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  page.on('crash', () => {
    trace.crashed = true;
    void context.close().catch(() => undefined);
  });
  return page;
}

async function settle(
  document: IsolatedDocument,
  requests: PageRequests,
  { limits, signal }: VisitOptions,
): Promise<void> {
  const settling = new Settling();
  const end = performance.now() + limits.restlessMs;
  for (;;) {
    await delay(LOOK_EVERY_MS, undefined, { signal });
    const at = performance.now();
    const seen = await document.look();
    const look = { at, pending: requests.pending(), ...(seen ?? { parsed: false, size: '' }) };
    if (settling.hasSettled(look) || (at > end && look.parsed)) return;
  }
}

async function take(
  page: Page,
  document: IsolatedDocument,
  requests: PageRequests,
  { limits, signal }: VisitOptions,
): Promise<VisitedPage> {
  let html = await document.html(limits.htmlBytes);
  while (html === null) {
    // The page went on to another document just now.
    await delay(LOOK_EVERY_MS, undefined, { signal });
    html = await document.html(limits.htmlBytes);
  }
  const url = page.url();
  if (typeof html === 'number' || Buffer.byteLength(html) > limits.htmlBytes) {
    const most = limits.htmlBytes / 1e6;
    throw new SourceError(
      'SOURCE_TOO_LARGE',
      `${url} is more than ${most} MB of HTML when rendered.`,
    );
  }
  const answer = requests.document();
  return { url, html, status: answer?.status() ?? 200, headers: answer?.headers() ?? {} };
}

/** Loaded for the eye only. Their bytes and time are not worth having. */
const UNSEEN = new Set(['image', 'media', 'font']);

/** Requests that may bring something to read; others, such as event streams, never end. */
const AWAITED = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch', 'manifest', 'other']);

/** What a page has asked for and got. */
interface PageRequests {
  /** Requests worth waiting for that have no answer yet. */
  pending(): number;
  /** Address of the last document the page itself went to. */
  documentUrl(): string | null;
  /** The answer that brought the present document. */
  document(): Response | null;
}

/** Follows the requests of a page from now on. */
function followRequests(page: Page, onRequest: () => void): PageRequests {
  const pending = new Set<Request>();
  let documentUrl: string | null = null;
  let document: Response | null = null;
  const isDocument = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();

  page.on('request', (request) => {
    onRequest();
    if (AWAITED.has(request.resourceType())) pending.add(request);
    if (isDocument(request)) documentUrl = request.url();
  });
  page.on('response', (response) => {
    if (isDocument(response.request())) document = response;
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return {
    pending: () => pending.size,
    documentUrl: () => documentUrl,
    document: () => document,
  };
}

/** What one look at a page shows. */
export interface Look {
  /** Milliseconds on a clock that only goes forward. */
  at: number;
  /** `document.readyState` is past "loading". */
  parsed: boolean;
  /** Elements and characters: a measure that changes when the document does. */
  size: string;
  /** Requests without an answer yet. */
  pending: number;
}

const QUIET_MS = 500;
/** A page that polls its server is never quiet, so stillness of the document counts by itself. */
const STILL_MS = 4_000;

/** Decides when a page has come to rest: its document still, and its network quiet. */
export class Settling {
  #size: string | null = null;
  #stillSince = 0;
  #quietSince: number | null = null;

  /** Takes note of a look; true when the page has settled. */
  hasSettled({ at, parsed, size, pending }: Look): boolean {
    if (size !== this.#size) this.#stillSince = at;
    this.#size = size;
    if (pending > 0) this.#quietSince = null;
    else this.#quietSince ??= at;
    if (!parsed) return false;
    const still = at - this.#stillSince;
    const quiet = this.#quietSince === null ? 0 : at - this.#quietSince;
    return still >= STILL_MS || (still >= QUIET_MS && quiet >= QUIET_MS);
  }
}
