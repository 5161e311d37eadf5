import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/contract/index.js';
import { OWNER } from '../../src/service/accounts/account.js';
import { planTask } from '../../src/service/dashboard/use-cases/tasks.js';
import { serious, smallTargets, withAxe } from '../support/axe.js';
import { faint } from '../support/contrast.js';
import { cramped, dashboardBrowser, overflow } from '../support/dashboard-browser.js';
import { numberedItems } from '../support/rss.js';

const WIDE = { width: 1280, height: 800 };
/** What a window of 1280 pixels shows at 200 %. */
const ENLARGED = { width: 640, height: 400 };
const NARROW = { width: 360, height: 740 };

const site = dashboardBrowser();
const { api, open, signedIn } = site;

/** Somebody's receiver of webhooks on loopback. */
async function startReceiver() {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume().once('end', () => response.end('thanks'));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  return { url, received, close: () => receiver.close() };
}

describe('the dashboard in a real browser', () => {
  it('makes a key that works, a webhook that is tested, replays, and revokes the key', async () => {
    const receiver = await startReceiver();
    const page = await signedIn({ javaScriptEnabled: false, viewport: WIDE });

    await open(page, 'items');
    await page.locator('.user summary').click();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByLabel('Name').fill('phone');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const [apiKey = '', apiSecret = ''] = await page.locator('.copyable code').allTextContents();
    const phone = { apiKey, apiSecret };
    const url = site.source.publish('/news', { title: 'Evening News', items: numberedItems(3) });
    const { id } = await api<Feed>('POST', '/v1/feeds', { url }, phone);
    await page.getByRole('link', { name: 'Feeds', exact: true }).click();
    await page.getByRole('link', { name: 'Evening News' }).click();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/feeds/${id}`);

    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'Add a webhook' }).first().click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Subscribe to').selectOption({ label: 'Feed: Evening News' });
    await page.getByRole('button', { name: 'Add this webhook' }).click();
    expect(await page.locator('.copyable code').textContent()).toMatch(/^whsec_/);

    await page.getByRole('button', { name: 'Send a test' }).click();
    expect(await page.getByRole('status').textContent()).toBe('The test event has arrived.');
    expect(receiver.received).toHaveLength(1);
    expect(await page.locator('.excerpt').nth(1).textContent()).toMatch(/^HTTP 200\n.*thanks$/s);

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('link', { name: 'Test event' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]).toBe(receiver.received[0]);
    // The page is loaded again by itself.
    await page.getByRole('heading', { name: 'Attempt 2' }).waitFor();

    await page.locator('.user summary').click();
    await page.getByRole('link', { name: 'API keys' }).click();
    const row = page.getByRole('row', { name: 'phone' });
    await row.locator('summary').click();
    await row.getByRole('button', { name: 'Revoke phone' }).click();
    await expect(api('GET', '/v1/feeds', undefined, phone)).rejects.toThrow('401');
    await page.locator('.user summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.getByRole('status').textContent()).toBe('You are signed out.');
    await page.context().close();
    receiver.close();
  });

  it('has nothing serious against it on any page, light and dark, enlarged and narrow', async () => {
    const options = { bypassCSP: true, viewport: WIDE, locale: 'en-GB' };
    const page = await signedIn(options);
    await withAxe(page);
    await page.goto(
      'data:text/html,<p style="color:%23ccc">Faint</p><img src="x"><button style="all:unset">i</button><button style="all:unset">i</button>',
    );
    expect(await faint(page)).toEqual(['1.61: P Faint']);
    const found = (await serious(page)).join();
    expect(found).toContain('image-alt');
    expect(found).toContain('target-size');
    await page.setContent('<iframe style="background:#ccc" srcdoc="<p style=color:#bbb>In</p>">');
    await page.frameLocator('iframe').getByText('In').waitFor();
    expect(await faint(page)).toEqual([expect.stringContaining(': P In')]);

    const problems: unknown[] = [];
    async function inspect(path: string): Promise<void> {
      await page.emulateMedia({ colorScheme: 'light' });
      const found = [...(await serious(page)), ...(await faint(page))];
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await faint(page)), ...(await cramped(page)));
      const wider = [await overflow(page)];
      for (const size of [ENLARGED, NARROW]) {
        await page.setViewportSize(size);
        wider.push(await overflow(page));
      }
      found.push(...(await smallTargets(page)));
      await page.setViewportSize(WIDE);
      if (found.length > 0 || wider.some((by) => by !== 0)) problems.push([path, found, wider]);
    }
    for (const path of await everyPage()) {
      await open(page, path);
      await inspect(path);
    }
    await openPreview(page);
    await inspect('preview');
    await page.context().clearCookies();
    const { url } = await api<{ url: string }>('POST', '/dashboard/links');
    for (const address of [
      url,
      ...['', '/sign-in?link=x'].map((path) => `${site.server.url}/dashboard${path}`),
    ]) {
      await page.goto(address);
      await inspect(address);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('breaks no rule of its own policy in motion, and is worked by keyboard from the first tab', async () => {
    const page = await signedIn({ reducedMotion: 'no-preference' });
    const broken: string[] = [];
    page.on('console', (message) => broken.push(message.text()));
    // Lazy pictures of a page are cancelled when the next page is opened.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') broken.push(request.url());
    });
    for (const path of ['items', 'feeds', 'keys', 'webhooks/new']) {
      await open(page, path);
    }
    expect(broken).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('content');
    expect(new URL(page.url()).pathname).toBe('/dashboard/webhooks/new');
    await page.context().close();
  });
});

describe('the script of the dashboard', () => {
  it('copies, moves by keys, shows times in the zone of the browser, and breaks nothing', async () => {
    const url = site.source.publish('/keys', { title: 'Keys', items: numberedItems(3) });
    await api<Feed>('POST', '/v1/feeds', { url });
    const page = await signedIn({
      permissions: ['clipboard-read', 'clipboard-write'],
      timezoneId: 'Asia/Tokyo',
      locale: 'en-GB',
    });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await open(page, 'feeds');
    const time = page.locator('#content time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const zone = { timeZone: 'Asia/Tokyo', dateStyle: 'medium', timeStyle: 'medium' } as const;
    expect(await time.getAttribute('title')).toBe(at.toLocaleString('en-GB', zone));
    await open(page, 'trouble');
    const slot = page.locator('time[data-slot]').last();
    const slotAt = new Date((await slot.getAttribute('datetime')) ?? '');
    const hour = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
    const inTokyo = slotAt.toLocaleString('en-GB', { ...hour, timeZone: 'Asia/Tokyo' });
    expect(await slot.textContent()).toBe(inTokyo);
    const bar = page.locator('g[data-at]').last().locator('title');
    expect(await bar.textContent()).toContain(`${inTokyo}: `);
    await open(page, 'feeds');

    // Two feeds may list the same address: a row is told by its place.
    const place = () =>
      page.evaluate('[...document.querySelectorAll("a")].indexOf(document.activeElement)');
    await page.keyboard.press('j');
    const first = await place();
    await page.keyboard.press('j');
    expect(await place()).toBeGreaterThan(Number(first));
    await page.keyboard.press('k');
    expect(await place()).toBe(first);
    await page.keyboard.press('?');
    await page.waitForURL('**/dashboard/help#keys');
    await page.getByRole('button', { name: 'Copy Address of the API' }).click();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('.copyable code').first().textContent());

    await open(page, 'feeds');
    await page.keyboard.press('/');
    expect(await page.locator(':focus').getAttribute('type')).toBe('search');
    await page.keyboard.press('j');
    expect(await page.locator(':focus').inputValue()).toBe('j');
    await page.locator('h1').click();
    await page.keyboard.press('a');
    await page.getByRole('link', { name: 'solar panels' }).click();
    expect(await page.locator('dialog :focus').inputValue()).toBe('solar panels');
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog').isVisible()).toBe(false);
    await open(page, 'help');
    const bookmark = await page
      .getByRole('link', { name: 'Follow this page' })
      .getAttribute('href');
    await page.goto(url);
    await page.evaluate(bookmark?.replace('javascript:', '') ?? '');
    await page.waitForURL(/feeds\/new\?url=/);
    expect(await page.getByLabel('What to follow').inputValue()).toBe(url);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('a new feed in a real browser, without scripts', () => {
  it('is previewed, pointed at another list, filtered, bundled and created', async () => {
    const news = Array.from(
      { length: 8 },
      (_, at) => `<article><h2><a href="/n/${at}">Report number ${at} about ships</a></h2>
        <time datetime="2026-01-${10 + at}">${10 + at} January 2026</time></article>`,
    );
    const notices = Array.from(
      { length: 6 },
      (_, at) => `<li><a href="/t/${at}">Notice ${at} to mariners in the harbour</a></li>`,
    );
    const url = site.source.on('/harbour', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<title>Harbour</title><style>body { overflow: hidden }</style>${'<p>Summer</p>'.repeat(60)}
        <main>${news.join('')}</main><aside><ul>${notices.join('')}</ul></aside>`);
    });
    const page = await signedIn({ javaScriptEnabled: false, viewport: NARROW });
    await open(page, 'feeds/new');
    await page.getByLabel('What to follow').fill(url);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.locator('.candidates').getByText('Notice 0').first().waitFor();
    const frame = await page.locator('iframe').boundingBox();
    const first = await page.frameLocator('iframe').locator('article').first().boundingBox();
    expect(Number(first?.y)).toBeGreaterThan(Number(frame?.y));
    expect(Number(first?.y)).toBeLessThan(Number(frame?.y) + 100);
    await page.getByRole('button', { name: 'beginning with Notice 0' }).click();
    await page.locator('#items').waitFor();
    await page.locator('.chosen').getByText('Notice 0').first().waitFor();
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Drop items that match').fill('title:3');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.locator('[aria-labelledby=dropped]').getByText('Notice 3').first().waitFor();
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('Bundle', { exact: true }).selectOption('new');
    await page.getByLabel('Name of the new bundle').fill('Sea');
    await page.locator('#f-title').fill('Notices');
    await page.getByRole('button', { name: 'Create feed' }).click();
    await page.waitForURL(/dashboard\/feeds\/\w{16}\?done=feed-created/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Notices');
    expect(await page.locator('.items > li .title').allTextContents()).toHaveLength(5);
    await page.getByRole('link', { name: 'Sea' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sea');
    await page.context().close();
  });
});

describe('a new feed in a real browser', () => {
  it('takes the list that is clicked on the page, which runs and loads nothing', async () => {
    const list = (name: string, count: number) =>
      Array.from(
        { length: count },
        (_, at) =>
          `<li><a href="/${name}/${at}">A ${name} with a longer title number ${at}</a></li>`,
      ).join('');
    const url = site.source.on('/pointed', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<title>Town</title><script>parent.document.title = 'x'</script>
        <style>@import "/track.png"; body { display: none; background: url(/track.png) }
        .reports { color: rgb(1, 2, 3) } li { outline: 0 }</style><img src="/track.png">
        <main><ul class="reports">${list('report', 9)}</ul></main>
        <aside><ul class="notices">${list('notice', 6)}</ul></aside>`);
    });
    const page = await signedIn({ viewport: WIDE });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await open(page, 'feeds/new');
    await page.getByLabel('What to follow').fill(url);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const saved = page.frameLocator('iframe');
    const outline = (text: string) =>
      saved
        .locator('li', { hasText: text })
        .evaluate((item) => item.ownerDocument.defaultView?.getComputedStyle(item).outlineStyle);
    expect([
      await outline('report with a longer title number 1'),
      await outline('notice with a longer title number 1'),
    ]).toEqual(['solid', 'dashed']);
    const color = await saved
      .locator('.reports')
      .evaluate((list) => list.ownerDocument.defaultView?.getComputedStyle(list).color);
    expect(color).toBe('rgb(1, 2, 3)');
    await saved.getByText('notice with a longer title number 2').click();
    await page.locator('.chosen').getByText('A notice').first().waitFor();
    expect(await page.locator('#items ~ .items > li').count()).toBe(6);
    await saved.getByText('report with a longer title number 1').click();
    await page.locator('.chosen').getByText('A report').first().waitFor();
    const create = page.getByRole('button', { name: 'Create feed' });
    const { y = 0, height = 0 } = (await create.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(WIDE.height);
    await page.getByRole('button', { name: 'Find the list automatically' }).click();
    await page.locator('.chosen').getByText('Automatic').waitFor();
    await create.click();
    await page.waitForURL(/done=feed-created/);
    expect(site.source.hits('/track.png')).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

/** A preview with lists, selectors, kept and dropped items, and an error at a field. */
async function openPreview(page: Page): Promise<void> {
  const list = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, at) => `<li class="${name}"><a href="/${name}/${at}">A ${name} with a longer title
        number ${at}</a></li>`,
    );
  const url = site.source.on('/lists', (_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<title>Lists</title><main><ul>${list('report', 9).join('')}</ul></main>
      <aside><ul>${list('notice', 6).join('')}</ul></aside>`);
  });
  await open(page, 'feeds/new');
  await page.getByLabel('What to follow').fill(url);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('#found').waitFor();
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Drop items that match').fill('title:3');
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('Bundle', { exact: true }).selectOption('new');
  await page.getByRole('button', { name: 'Create feed' }).click();
  await page.locator('#kept').waitFor();
  await page.locator('#f-new_bundle-error').waitFor();
}

/** One address of each kind, with something to show on it. */
async function everyPage(): Promise<string[]> {
  const title = `A ${'very '.repeat(20)}long title, ${'x'.repeat(80)}`;
  const items = [{ title: 'Article', description: ARTICLE }, ...numberedItems(3)];
  const url = site.source.publish('/long', { title, items });
  const { id: feed } = await api<Feed>('POST', '/v1/feeds', { url });
  // More than a page of items: on two pages, because axe takes its time for each row.
  const longer = site.source.publish('/longer', { title, items: numberedItems(60) });
  const { id: manyItems } = await api<Feed>('POST', '/v1/feeds', { url: longer });
  const { id: bundle } = await api<Feed>('POST', '/v1/bundles', { name: 'Both', feeds: [feed] });
  const broken = site.source.publish('/broken', { title: 'Broken', items: [] });
  const { id: failing } = await api<Feed>('POST', '/v1/feeds', { url: broken });
  site.source.on('/broken', (_, response) => response.writeHead(500).end());
  const refresher = await site.server.service.http.refresher();
  for await (const _ of refresher.refresh(OWNER, [feed, failing]));
  const webhooks = await site.server.service.http.webhooks.of(OWNER);
  const { id: webhook } = await webhooks.create({ url: 'http://127.0.0.1:2/hook' });
  const { id: delivery } = await webhooks.test(webhook);
  const feeds = ['feeds', 'feeds?q=nothing-like-it', 'feeds?show=failing', 'feeds/new'];
  return [
    ...['items', 'items?q=nothing', 'trouble'],
    'help',
    'feeds/new?url=example.com',
    ...feeds,
    `feeds/${manyItems}`,
    ...['/history', '/filters', '/list', '/settings'].map((tab) => `feeds/${feed}${tab}`),
    await itemPath(feed),
    ...['transfer', await taskPath(feed)],
    ...['accounts', 'accounts/owner'],
    'bundles',
    ...['?q=', '/items', '/settings'].map((tab) => `bundles/${bundle}${tab}`),
    ...['webhooks', 'webhooks/new', `webhooks/${webhook}`],
    ...['webhooks?status=held', `deliveries/${delivery}`],
    ...['keys', 'nowhere'],
  ];
}

/** Each kind of text that an item may have. */
const ARTICLE =
  '<h2>Heading</h2><p>Text with a <a href="https://example.com/">link</a> and <code>code</code></p>' +
  '<blockquote>Quote</blockquote><table><tr><th>Name</th><td>Value</td></tr></table><pre>Source</pre>';

async function itemPath(feed: string): Promise<string> {
  const { added_at, position } = await site.server.service.http.deps.store.db
    .selectFrom('items')
    .select(['added_at', 'position'])
    .where('feed_id', '=', feed)
    .where('title', '=', 'Article')
    .executeTakeFirstOrThrow();
  return `feeds/${feed}/items/${added_at}-${position}`;
}

/** A task that waits for its confirmation. */
async function taskPath(feed: string): Promise<string> {
  const input = { kind: 'feeds', ids: [feed], do: { action: 'delete' } } as const;
  const { deps } = site.server.service.http;
  return `tasks/${await planTask(deps, OWNER, { input, total: 1 })}`;
}
