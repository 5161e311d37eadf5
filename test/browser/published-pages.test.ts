import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Feed } from '../../src/contract/index.js';
import { serious, smallTargets, withAxe } from '../support/axe.js';
import { faint } from '../support/contrast.js';
import { dashboardBrowser, overflow } from '../support/dashboard-browser.js';
import { MemorySite, siteFeed } from '../support/memory-site.js';

const site = dashboardBrowser();

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A feed in two scripts with pictures. */
function publishNews(): string {
  const { source } = site;
  source.on('/picture.png', (_, response) => void response.end(PIXEL));
  const items = ['A ferry leaves', 'افتتاح الرصيف الجديد', 'The café opens'].map(
    (
      title,
      at,
    ) => `<item><title>${title}</title><guid>${at}</guid><link>${source.origin}/${at}</link>
      <pubDate>${new Date(Date.now() - at * 86_400_000).toUTCString()}</pubDate>
      <description>${'What happened there. '.repeat(20)}</description>
      <media:thumbnail url="${source.origin}/picture.png"/></item>`,
  );
  return source.on('/news', (_, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
      <title>Harbour news</title><link>${source.origin}/</link><description>Ships</description>
      ${items.join('')}</channel></rss>`);
  });
}

/** Serves the files of a site, and nothing else. */
async function serveStatic({ files, pictures }: MemorySite): Promise<string> {
  const types: Record<string, string> = { html: 'text/html; charset=utf-8', png: 'image/png' };
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const body = files.get(name) ?? pictures.get(name);
    response.setHeader('Content-Type', types[name.split('.').at(-1) ?? ''] ?? 'application/json');
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** What a page asks of other origins, and what its policy forbids or breaks in it. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  const { origin } = new URL(page.url());
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => problems.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('data:') && new URL(url).origin !== origin) problems.push(url);
  });
  return problems;
}

/** Whether the page can be read by all, in both schemes, at all widths. */
async function inspect(address: string): Promise<unknown[]> {
  const page = await site.browser.newPage({ bypassCSP: true });
  await withAxe(page);
  await page.goto(address);
  const found: unknown[] = [...(await serious(page)), ...(await faint(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await faint(page)));
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await overflow(page);
    if (wider !== 0) found.push(`${width} px: ${wider} too wide`);
  }
  // Nothing may be large enough only by the fonts of this machine.
  await page.addStyleTag({
    content: '* { font-size: 9px !important; line-height: 1 !important; }',
  });
  found.push(...(await smallTargets(page)));
  await page.context().close();
  return found;
}

/** Asked from here: a text that the page repeats to itself is refused by its policy (no `unsafe-eval`). */
const pictureIsThere = (page: Page) =>
  expect
    .poll(() => page.evaluate(`document.querySelector('.thumb')?.naturalWidth ?? 0`))
    .toBeGreaterThan(0);

describe('the page of a feed in a real browser', () => {
  it('is what a person gets who opens the XML; it shows pictures, and copies the address', async () => {
    const { id } = await site.api<Feed>('POST', '/v1/feeds', { url: publishNews() });
    const page = await site.browser.newPage();
    await page.goto(site.server.url);
    const problems = watch(page);
    await page.goto(`${site.server.url}/feeds/${id}.xml`);
    expect(new URL(page.url()).pathname).toBe(`/feeds/${id}.html`);
    expect(await page.title()).toBe('Harbour news');
    await pictureIsThere(page);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByText('Atom and JSON Feed').click();
    expect(await page.locator('.address code').allTextContents()).toEqual(
      ['xml', 'atom', 'json'].map((format) => `${site.server.url}/feeds/${id}.${format}`),
    );
    expect(problems).toEqual([]);
    expect(await inspect(`${site.server.url}/feeds/${id}.html`)).toEqual([]);
    await page.context().close();
  });
});

describe('a static site in a real browser', () => {
  it('has a river with pictures, a search that needs only files, and a way back', async () => {
    const built = new MemorySite(site.source);
    built.clock.advance(Date.now() - built.clock.now());
    const feeds = [siteFeed(publishNews())];
    await built.build({ feeds, bundles: [] }, { title: 'Westhaven reads', pictures: true });
    const origin = await serveStatic(built);
    const page = await site.browser.newPage();
    await page.goto(`${origin}status.json`);
    const problems = watch(page);
    await page.goto(origin);
    expect(await page.title()).toBe('Westhaven reads');
    await pictureIsThere(page);
    const rows = (part: string) => page.locator(`${part} h3`).allTextContents();
    expect(await rows('#river')).toHaveLength(3);

    await page.keyboard.press('/');
    await page.keyboard.type('CAFE happened');
    await page.getByText('1 result').waitFor();
    expect(await rows('#found')).toEqual(['The café opens']);
    expect(await page.locator('#river').isVisible()).toBe(false);
    await page.reload();
    await page.getByText('1 result').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await page.locator('#river').isVisible()).toBe(true);

    await page.getByRole('link', { name: 'Harbour news' }).first().click();
    await page.waitForURL('**/harbour-news.html');
    await pictureIsThere(page);
    await page.getByRole('link', { name: 'Westhaven reads' }).click();
    await page.waitForURL('**/index.html');
    expect(problems).toEqual([]);
    for (const name of ['', 'harbour-news.html', 'feeds.html', '?q=ferry']) {
      expect([name, await inspect(`${origin}${name}`)]).toEqual([name, []]);
    }
    await page.context().close();
  });

  it('is complete without scripts', async () => {
    const built = new MemorySite(site.source);
    built.clock.advance(Date.now() - built.clock.now());
    await built.build({ feeds: [siteFeed(publishNews())], bundles: [] });
    const page = await site.browser.newPage({ javaScriptEnabled: false });
    await page.goto(await serveStatic(built));
    expect(await page.locator('#river h3').count()).toBe(3);
    expect(await page.locator('search').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Harbour news' }).first().click();
    expect(await page.locator('.address code').first().textContent()).toBe(
      'https://example.org/harbour-news.xml',
    );
    await page.context().close();
  });
});
