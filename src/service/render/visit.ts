import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SourceError } from '../fetch/index.js';
import { IsolatedDocument } from './isolated-document.js';
import type { LaunchedBrowser } from './launch.js';
import type { RenderLimits } from './limits.js';
import { orKill } from './or-kill.js';
import type { Passage } from './proxy/passage.js';
import { followRequests, type PageRequests, UNSEEN } from './requests.js';
import { Settling } from './settling.js';

/** A document after its scripts have run. */
export interface VisitedPage {
  /** Final address, after redirects and what scripts did to it. */
  url: string;
  html: string;
  /** Status and headers of the answer that brought the document. */
  status: number;
  headers: Readonly<Record<string, string>>;
}

export interface VisitOptions {
  url: string;
  proxyOrigin: string;
  passage: Passage;
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
  const close = () => orKill(context.close(), kill);
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
  passage: Passage,
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
