import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request, Response } from 'playwright-core';
import type { RenderStep } from '../../contract/index.js';
import { type RequestAccess, SourceError } from '../fetch/index.js';
import { WITHOUT_WEBRTC } from './connect.js';
import { IsolatedDocument } from './isolated-document.js';
import { killOnTimeout, type LaunchedBrowser } from './launch.js';
import type { RenderLimits } from './limits.js';
import type { ProxyTicket } from './proxy/proxy-ticket.js';
import { sendHeaders } from './send-headers.js';
import { takeStep } from './take-step.js';

/** A document after its scripts have run. */
export interface VisitedPage {
  /** Final address, after redirects and scripts. */
  url: string;
  html: string;
  /** Status and headers of the response that contained the document. */
  status: number;
  headers: Readonly<Record<string, string>>;
}

interface VisitOptions {
  url: string;
  proxyOrigin: string;
  ticket: ProxyTicket;
  userAgent: string;
  limits: RenderLimits;
  signal: AbortSignal;
  access?: RequestAccess | undefined;
  steps: readonly RenderStep[];
}

/** Progress of a visit, which explains a failure. */
export interface VisitTrace {
  documentUrl: string | null;
  crashed: boolean;
}

const CHECK_EVERY_MS = 150;

/**
 * Opens a page in its own context, waits until it has settled, and returns its document. Throws
 * errors of playwright; `trace` then shows its progress.
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
  // Waiting for the page must end, also when the browser itself is gone.
  context.once('close', () => gone.abort(new Error('The page was closed.')));
  const signal = AbortSignal.any([options.signal, gone.signal]);
  options.signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    const page = await openPage(context, options.ticket, trace);
    const requests = followRequests(page, () => options.ticket.countRequest());
    page.on('request', () => {
      trace.documentUrl = requests.documentUrl();
    });
    if (options.access !== undefined) {
      const session = await context.newCDPSession(page);
      await sendHeaders(page, session, options.access, options.ticket);
    }
    await page.goto(options.url, { waitUntil: 'commit', timeout: 0 });
    const document = new IsolatedDocument(await context.newCDPSession(page));
    await settle(document, requests, { ...options, signal });
    for (const step of options.steps) {
      await takeStep(page, step);
      await settle(document, requests, { ...options, signal });
    }
    return await take(page, document, requests, { ...options, signal });
  } finally {
    options.signal.removeEventListener('abort', cut);
    await close();
  }
}

/** Each page gets a new context, so that no cookies, cache or storage are kept. */
async function openContext(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const { username, password } = options.ticket;
  const context = await browser.newContext({
    // Without the bypass rule Chromium would connect to loopback addresses directly.
    proxy: { server: options.proxyOrigin, bypass: '<-loopback>', username, password },
    userAgent: options.userAgent,
    acceptDownloads: false,
    serviceWorkers: 'block',
    // Dates that scripts write without a zone are in UTC.
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // The window is tall, so that lists that load on scroll show more.
    viewport: { width: 1280, height: 2400 },
  });
  context.setDefaultTimeout(0);
  await context.addInitScript(WITHOUT_WEBRTC);
  await context.route('**/*', (route) =>
    UNSEEN.has(route.request().resourceType()) ? route.abort() : route.continue(),
  );
  return context;
}

async function openPage(
  context: BrowserContext,
  ticket: ProxyTicket,
  trace: VisitTrace,
): Promise<Page> {
  const page = await context.newPage();
  context.on('page', (popup) => {
    ticket.countRequest();
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
  const settling = new SettleDetector();
  const end = performance.now() + limits.restlessMs;
  for (;;) {
    await delay(CHECK_EVERY_MS, undefined, { signal });
    const at = performance.now();
    const seen = await document.observe();
    const state = { at, pending: requests.pending(), ...(seen ?? { parsed: false, size: '' }) };
    if (settling.hasSettled(state) || (at > end && state.parsed)) return;
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
    // The page has just navigated to another document: check again later.
    await delay(CHECK_EVERY_MS, undefined, { signal });
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

/** Visual resources, which are not loaded. */
const UNSEEN = new Set(['image', 'media', 'font']);

/** Requests that may load content; others, such as event streams, never end. */
const AWAITED = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch', 'manifest', 'other']);

/** The requests of a page. */
interface PageRequests {
  /** Relevant requests without a response yet. */
  pending(): number;
  /** Address of the last document the page navigated to. */
  documentUrl(): string | null;
  /** The response of the current document. */
  document(): Response | null;
}

/** Tracks the requests of a page. */
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

/** The observed state of a page. */
export interface PageState {
  /** Milliseconds of a monotonic clock. */
  at: number;
  /** `document.readyState` is past "loading". */
  parsed: boolean;
  /** Elements and characters: changes when the document changes. */
  size: string;
  /** Number of requests without a response. */
  pending: number;
}

const QUIET_MS = 500;
/** A page that polls its server never has a quiet network, so a stable document is enough. */
const STILL_MS = 4_000;

/** Decides when a page has settled: document stable and network quiet. */
export class SettleDetector {
  #size: string | null = null;
  #stillSince = 0;
  #quietSince: number | null = null;

  /** Records an observation; true when the page has settled. */
  hasSettled({ at, parsed, size, pending }: PageState): boolean {
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
