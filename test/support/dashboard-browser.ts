import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { accountFiles } from '../../src/cli/commands/serve/account-files.js';
import { OWNER_ID } from '../../src/service/accounts/account.js';
import type { ApiCredentials } from '../../src/service/accounts/api-keys.js';
import { type RunningServer, serve } from '../../src/service/app/index.js';
import { startSession } from '../../src/service/dashboard/use-cases/sign-in.js';
import { chromiumPath, noSandbox } from './chromium.js';
import { type SourceServer, startSourceServer } from './source-server.js';
import { sqliteDatabase } from './sqlite-databases.js';

/** A real server and a real browser, shared by the tests of a file. */
export interface DashboardBrowser {
  browser: Browser;
  server: RunningServer;
  source: SourceServer;
  /** A request to /v1 with the owner's key, or another one; its JSON. */
  api<T>(method: string, path: string, body?: unknown, key?: ApiCredentials): Promise<T>;
  /**
   * An empty page of a browser of its own that has a session; `open` shows a page of the dashboard in it.
   * Without motion unless `options` ask for it: without a graphics card, the frames of each transition
   * took longer than all else.
   */
  signedIn(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page of the dashboard. */
  open(page: Page, path: string): Promise<void>;
}

/** Starts both before the tests of the file that calls it, and stops them after. */
export function dashboardBrowser(): DashboardBrowser {
  const shared = {} as DashboardBrowser;
  let database: Awaited<ReturnType<typeof sqliteDatabase>>;
  let owner: ApiCredentials;

  beforeAll(async () => {
    database = await sqliteDatabase();
    shared.source = await startSourceServer();
    shared.server = await serve({
      databasePath: database.location,
      port: 0,
      allowPrivateNetworks: true,
      logLevel: 'silent',
      allowedOrigins: [shared.source.origin],
      files: accountFiles,
    });
    owner = await shared.server.service.issueOwnerKey('laptop');
    shared.browser = await chromium.launch({
      executablePath: await chromiumPath(),
      args: ['--disable-gpu', '--disable-dev-shm-usage', ...(noSandbox ? ['--no-sandbox'] : [])],
    });
  });

  afterAll(async () => {
    await shared.browser?.close();
    await shared.server?.stop();
    await shared.source?.close();
    await database?.drop();
  });

  shared.api = async <T>(method: string, path: string, body?: unknown, key = owner) => {
    const response = await fetch(`${shared.server.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key.apiKey}:${key.apiSecret}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

  shared.open = async (page, path) => {
    await page.goto(`${shared.server.url}/dashboard/${path}`);
  };

  shared.signedIn = async (options) => {
    const page = await shared.browser.newPage({ reducedMotion: 'reduce', ...options });
    // Of all that is waited for in it: a busy machine took longer than the usual 30 seconds.
    page.setDefaultTimeout(120_000);
    // Signing in has its tests; its two pages in front of each other test took a second of a core.
    const { store, clock } = shared.server.service.http.deps;
    const holder = { accountId: OWNER_ID, apiKey: owner.apiKey };
    const { token } = await startSession(store.db, holder, { now: clock.now(), life: 'visit' });
    const { url } = shared.server;
    await page.context().addCookies([{ name: 'feedctl_session', value: token, url }]);
    return page;
  };
  return shared;
}

/**
 * The value of an expression in the page, or of its promise. `page.evaluate` would first send
 * 340 KB of Playwright's own script to each document.
 * @throws Error with what the expression threw
 */
export async function evaluate<T>(page: Page, expression: string): Promise<T> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const parameters = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', parameters);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
  return result.value;
}

const sessions = new WeakMap<Page, CDPSession>();

/** By how many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  return evaluate(page, width);
}

/** Parts of a page that touch the part above, and labels whose text touches their border. */
export function cramped(page: Page): Promise<string[]> {
  const find = `[
    ...[...document.querySelectorAll('main > * + *')]
      .filter((part) => parseFloat(getComputedStyle(part).marginTop) < 12),
    ...[...document.querySelectorAll('.badge')]
      .filter((label) => parseFloat(getComputedStyle(label).paddingLeft) < 8),
  ].map((part) => part.tagName + '.' + part.className)`;
  return evaluate(page, find);
}
