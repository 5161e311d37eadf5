import type { Browser } from 'playwright-core';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import type { SourceError } from '../fetch/index.js';
import { cannotStart, type LaunchedBrowser, loadPlaywright } from './launch.js';
import { RENDER_LIMITS } from './limits.js';
import type { VettingProxy } from './proxy/vetting-proxy.js';

/** Whether `browser` is the address of a running Chromium, not the path of one. */
export function isBrowserAddress(browser: string): boolean {
  return /^(?:wss?|https?):\/\//i.test(browser);
}

/**
 * Connects to a running Chromium (Chrome DevTools Protocol). Pages get contexts of their own, which
 * are told to use the proxy; a browser whose contexts do not use it is refused, because it could
 * reach every address that its machine can.
 * @throws SourceError NEEDS_JAVASCRIPT saying what the operator must do
 */
export async function connectBrowser(options: {
  /** `browser`; it may contain a token. */
  address: string;
  proxy: VettingProxy;
  startMs: number;
}): Promise<LaunchedBrowser> {
  const { address, proxy, startMs } = options;
  const { origin } = new URL(address);
  const { chromium } = await loadPlaywright();
  let browser: Browser;
  try {
    browser = await chromium.connectOverCDP(address, { timeout: startMs });
  } catch (error) {
    throw notConnected(origin, error);
  }
  // Ends the connection and its contexts, not the browser.
  const disconnect = () => void browser.close().catch(() => undefined);
  try {
    if (await usesProxy(browser, proxy)) return { browser, kill: disconnect };
  } catch (error) {
    disconnect();
    throw notConnected(origin, error);
  }
  disconnect();
  throw cannotStart(
    `the Chromium at ${origin} does not use the proxy of feedctl (${proxy.origin}), which keeps pages away from private addresses. It must run on the same machine as feedctl, outside a container of its own, and allow contexts with a proxy.`,
  );
}

/** How long the browser has to reach the proxy, in milliseconds. */
const PROBE_MS = 5000;

/** Opens the address of the proxy itself: a browser that goes there directly has no ticket. */
async function usesProxy(browser: Browser, proxy: VettingProxy): Promise<boolean> {
  const ticket = proxy.admit(RENDER_LIMITS, new URL(proxy.origin).host);
  const { username, password } = ticket;
  try {
    const context = await browser.newContext({
      proxy: { server: proxy.origin, bypass: '<-loopback>', username, password },
      serviceWorkers: 'block',
    });
    try {
      const page = await context.newPage();
      await page.goto(proxy.origin, { timeout: PROBE_MS }).catch(() => undefined);
    } finally {
      await context.close();
    }
    return ticket.isUsed;
  } finally {
    ticket.close();
  }
}

/**
 * Takes WebRTC away from pages: it sends datagrams past the proxy. A Chromium that feedctl starts
 * has a switch for that.
 */
export const WITHOUT_WEBRTC = `for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^(?:webkit)?RTC/.test(name)) delete globalThis[name];
}`;

function notConnected(origin: string, error: unknown): SourceError {
  const text = error instanceof Error ? error.message : '';
  const why = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH/.test(text)
    ? `nothing answers at ${origin}. Start Chromium with --remote-debugging-port, or set ${SERVICE_SETTINGS.browser.name} to its address.`
    : /[Tt]imeout/.test(text)
      ? `${origin} did not respond in time.`
      : `${origin} does not speak the Chrome DevTools Protocol.`;
  // The message of playwright repeats the address with its token.
  return cannotStart(why);
}
