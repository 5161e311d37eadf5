import type { Browser } from 'playwright-core';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import type { SourceError } from '../fetch/index.js';
import { cannotStart, type LaunchedBrowser, loadPlaywright } from './launch.js';
import { RENDER_LIMITS } from './limits.js';
import type { VettingProxy } from './proxy/vetting-proxy.js';

/** True if `browser` is the address of a running Chromium, and not a path. */
export function isBrowserAddress(browser: string): boolean {
  return /^(?:wss?|https?):\/\//i.test(browser);
}

/**
 * Connects to a running Chromium (Chrome DevTools Protocol). Each page gets a context that uses the
 * proxy; a browser that ignores this is refused, because it could reach every address of its
 * machine. @throws SourceError NEEDS_JAVASCRIPT with what the operator must do
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
  // Closes the connection and its contexts, but not the browser.
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

/** Time for the browser to reach the proxy, in milliseconds. */
const PROBE_MS = 5000;

/** Opens the address of the proxy itself: a browser that bypasses the proxy has no ticket there. */
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
 * Removes WebRTC from pages, because it sends datagrams past the proxy. A Chromium that feedctl
 * starts has a switch for this.
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
  // Playwright's message is replaced, because it repeats the address with its token.
  return cannotStart(why);
}
