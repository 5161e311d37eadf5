import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bundle, Feed, FeedSummary } from '../../src/contract/index.js';
import { OWNER } from '../../src/service/accounts/account.js';
import { dashboardBrowser } from '../support/dashboard-browser.js';
import { numberedItems } from '../support/rss.js';

const site = dashboardBrowser();
const { api, open, signedIn } = site;

/** Clicks and keys of a task, counted where a person would make them; words that are typed are not. */
function counting(page: Page) {
  let steps = 0;
  return {
    async click(name: string | RegExp): Promise<void> {
      steps += 1;
      const exact = typeof name === 'string';
      const named = (role: 'link' | 'button') => page.getByRole(role, { name, exact });
      await named('link').or(named('button')).first().click();
    },
    /** Something that is neither a link nor a button. */
    async take(act: Promise<unknown>): Promise<void> {
      steps += 1;
      await act;
    },
    async press(key: string): Promise<void> {
      steps += 1;
      await page.keyboard.press(key);
    },
    steps: () => steps,
  };
}

const GUIDE = readFileSync(new URL('../../docs/dashboard.md', import.meta.url), 'utf8');
const DOCUMENTED = new Map(
  [...GUIDE.matchAll(/^\| (\S.*?) \| +(\d+) \|$/gm)].map(([, task = '', steps]) => [
    task,
    Number(steps),
  ]),
);
const tried = new Set<string>();

/** How many steps the documentation says that a task takes. */
function documented(task: string): number | undefined {
  tried.add(task);
  return DOCUMENTED.get(task);
}

const WIDE = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

/** One for all: a new browser for each took half of the time. */
let page: Page;
beforeAll(async () => {
  page = await signedIn(WIDE);
});

/** The page that is signed in, at `path`, and what counts its steps from there. */
async function startAt(path: string) {
  await open(page, path);
  const title = () => page.getByRole('heading', { level: 1 }).textContent();
  return { title, ...counting(page) };
}

function publish(name: string, count = 3): string {
  return site.source.publish(`/${name.replace(' ', '-')}`, {
    title: name,
    items: numberedItems(count, name),
  });
}

async function createFeed(name: string): Promise<Feed> {
  return api<Feed>('POST', '/v1/feeds', { url: publish(name) });
}

const feeds = () => api<FeedSummary[]>('GET', '/v1/feeds?limit=100');

const item = (title: string, days: number) => ({
  guid: title,
  title,
  link: `https://example.com/${title.replaceAll(' ', '-')}`,
  description: `<p>About ${title}, with more words</p>`,
  date: new Date(Date.now() - days * 86_400_000).toISOString(),
});

describe('in few steps, the dashboard', () => {
  it('signs in, and adds a first feed', async () => {
    const { url } = await api<{ url: string }>('POST', '/dashboard/links');
    const visitor = await site.browser.newPage(WIDE);
    await visitor.goto(url);
    const { click, steps } = counting(visitor);
    await click('Sign in');
    await visitor.waitForURL('**/dashboard/items');
    expect(steps()).toBe(documented('Sign in with a link'));

    const first = counting(visitor);
    await visitor.getByLabel('What to follow').fill(publish('first'));
    await first.press('Enter');
    await first.click('Create feed');
    await visitor.waitForURL('**done=feed-created');
    expect(first.steps()).toBe(documented('Add the first feed'));
    await visitor.context().close();
  });

  it('makes a feed of a page, of the list that is pointed at', async () => {
    const list = (name: string, count: number) =>
      Array.from(
        { length: count },
        (_, at) => `<li><a href="/${name}/${at}">A ${name} with a longer title, ${at}</a></li>`,
      ).join('');
    const url = site.source.on('/town', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<title>Town</title><main><ul>${list('report', 9)}</ul></main>
        <aside><ul class="notices">${list('notice', 6)}</ul></aside>`);
    });
    const { title, click, press, take, steps } = await startAt('feeds');
    await click('Add a feed');
    await page.getByLabel('What to follow').fill(url);
    await press('Enter');
    await take(page.frameLocator('iframe').getByText('notice with a longer title, 2').click());
    await page.locator('#items ~ .items').getByText('notice with a longer title, 2').waitFor();
    await click('Create feed');
    await page.waitForURL('**done=feed-created');
    expect([await title(), steps()]).toEqual([
      'Town',
      documented('Make a feed of a list on a page'),
    ]);
  });

  it('filters a feed', async () => {
    const { id } = await createFeed('filtered');
    const { click, take, steps } = await startAt(`feeds/${id}`);
    await click('Filters');
    await page.getByLabel('Drop items that match').fill('title:1');
    await take(page.getByRole('button', { name: 'Save' }).click());
    await page.waitForURL('**done=filters-saved');
    const { items } = await api<Feed>('GET', `/v1/feeds/${id}`);
    expect([items.length, steps()]).toEqual([2, documented('Filter a feed')]);
  });

  it('mutes a word in all feeds', async () => {
    const { id } = await createFeed('muted');
    const { items: before } = await api<Feed>('GET', `/v1/feeds/${id}`);
    const { click, take, steps } = await startAt('items');
    await click('Mute words');
    await page.getByLabel('Words').fill('title:1');
    await take(page.getByRole('button', { name: 'Save' }).click());
    await page.waitForURL('**done=words-muted');
    const { items } = await api<Feed>('GET', `/v1/feeds/${id}`);
    expect([before.length - items.length, steps()]).toEqual([
      1,
      documented('Mute a word in all feeds'),
    ]);
    await api('PATCH', '/v1/mute', { rules: [] });
  });

  it('bundles feeds', async () => {
    const made = [await createFeed('bundled one'), await createFeed('bundled two')];
    const { click, take, steps } = await startAt('feeds?q=bundled');
    await take(page.getByLabel('Select this page').check());
    await take(page.getByText('Interval or bundle…').click());
    await page.getByLabel('Name of a new bundle').fill('Both');
    await click('Add to bundle');
    await page.getByText('Undo').waitFor();
    const bundles = await api<Bundle[]>('GET', '/v1/bundles');
    const both = bundles.find(({ name }) => name === 'Both');
    expect(both?.feeds.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    expect(steps()).toBe(documented('Put feeds into a new bundle'));
  });

  it('imports 120 feeds', async () => {
    const outlines = Array.from({ length: 120 }, (_, at) => {
      const url = publish(`import-${at}`, 1);
      return `<outline type="rss" text="Import ${at}" xmlUrl="${url}"/>`;
    });
    const opml = `<opml version="2.0"><body><outline text="Reader">${outlines.join('')}</outline></body></opml>`;
    const { click, take, steps } = await startAt('feeds');
    await click('Import and export');
    const file = { name: 'reader.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) };
    await take(page.getByLabel('File').setInputFiles(file));
    await click('Show what would change');
    expect(await page.locator('.plan summary').first().textContent()).toBe('Reader 120');
    await click('Import');
    // A quick machine is done before the page with its progress is drawn.
    await page.locator('.notice.good').waitFor();
    expect(steps()).toBe(documented('Import the feeds of another reader'));
    const counts = await api<{ id: string; feeds: string[] }[]>('GET', '/v1/bundles');
    expect(counts.map((bundle) => bundle.feeds.length)).toContain(120);
  });

  it('finds what is broken, and tries it again', async () => {
    const { id } = await createFeed('museum');
    site.source.on('/museum', (_, response) => response.writeHead(500).end());
    const refresher = await site.server.service.http.refresher();
    for await (const _ of refresher.refresh(OWNER, [id]));
    const { click, steps } = await startAt('items');
    await click(/feeds? failing/);
    expect(await page.locator('tbody tr').first().textContent()).toContain('500');
    publish('museum', 5);
    await click('Try again museum');
    await page.getByText('there is something new').waitFor();
    expect(steps()).toBe(documented('Find what is broken, and try it again'));
  });

  it('reads an article, and finds one of last week, with the mouse and with keys', async () => {
    const url = site.source.publish('/news', {
      title: 'Harbour',
      items: [item('A ferry today', 0), item('A bridge of last week', 7)],
    });
    const { id } = await api<Feed>('POST', '/v1/feeds', { url });
    const mouse = await startAt('items');
    await mouse.click('A ferry today');
    await page.waitForURL('**/items/*-*');
    expect([await mouse.title(), mouse.steps()]).toEqual([
      'A ferry today',
      documented('Read an article'),
    ]);

    const keys = await startAt(`items?feed=${id}`);
    await keys.press('j');
    await keys.press('j');
    await keys.press('o');
    await page.waitForURL('**/items/*-*');
    expect([await keys.title(), keys.steps()]).toEqual(['A bridge of last week', 3]);

    const { title, press, click, steps } = await startAt('items');
    await press('/');
    await page.keyboard.type('bridge');
    await press('Enter');
    await page.waitForURL('**/items?q=bridge*');
    await click('A bridge of last week');
    await page.waitForURL('**/items/*-*');
    expect([await title(), steps()]).toEqual([
      'A bridge of last week',
      documented('Find an article of last week'),
    ]);
  });

  it('adds a chat', async () => {
    const { click, steps } = await startAt('webhooks');
    await click('Add a webhook');
    await page.getByLabel('Address').fill('https://hooks.slack.com/services/T0/B0/secret');
    await page.getByLabel('Name', { exact: true }).fill('Team');
    await click('Add this webhook');
    await page.waitForURL('**done=webhook-added');
    const [webhook] = await api<{ id: string; format: string }[]>('GET', '/v1/webhooks');
    expect([webhook?.format, steps()]).toEqual(['slack', documented('Send new items to a chat')]);
    await api('DELETE', `/v1/webhooks/${webhook?.id}`);
  });

  it('sends a delivery again', async () => {
    const bodies: string[] = [];
    const receiver = createServer((request, response) => {
      bodies.push(String(request.headers['webhook-id']));
      request.resume().once('end', () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const { id } = await api<{ id: string }>('POST', '/v1/webhooks', { url });
    await api('POST', `/v1/webhooks/${id}/test`);
    const { click, steps } = await startAt('webhooks');
    await click('Test event');
    await click('Send again');
    await page.getByRole('heading', { name: 'Attempt 2' }).waitFor();
    expect([bodies.length, steps()]).toEqual([2, documented('Send a delivery again')]);
    receiver.close();
  });

  it('makes a key', async () => {
    const { press, steps } = await startAt('keys');
    await page.getByLabel('Name').fill('laptop of a colleague');
    await press('Enter');
    await page.getByText('Copy the secret now.').waitFor();
    const [apiKey = '', apiSecret = ''] = await page.locator('.copyable code').allTextContents();
    await api('GET', '/v1/feeds', undefined, { apiKey, apiSecret });
    expect(steps()).toBe(documented('Make a key'));
  });

  it('deletes 20 feeds', async () => {
    const before = (await feeds()).length;
    for (let at = 0; at < 20; at += 1) await createFeed(`old ${at}`);
    const { click, take, steps } = await startAt('feeds?q=old+');
    await take(page.getByLabel('Select this page').check());
    await click('Delete…');
    await click('Delete permanently');
    await page.locator('.notice.good').waitFor();
    const left = await feeds();
    expect([left.length, left.filter(({ title }) => title.startsWith('old '))]).toEqual([
      before,
      [],
    ]);
    expect(steps()).toBe(documented('Delete 20 feeds'));
  });

  it('exports all feeds', async () => {
    const { click, steps } = await startAt('feeds');
    await click('Import and export');
    const downloaded = page.waitForEvent('download');
    await click('OPML');
    expect((await downloaded).suggestedFilename()).toBe('feeds.opml');
    expect(steps()).toBe(documented('Export all feeds'));
  });

  it('sets how often a feed is fetched, and shows its fetches', async () => {
    const { id } = await createFeed('hourly');
    const { click, take, steps } = await startAt(`feeds/${id}`);
    await click('Settings');
    await take(page.locator('#f-interval').selectOption('1h'));
    await take(page.getByRole('button', { name: 'Save' }).click());
    await page.waitForURL('**done=feed-saved');
    const settings = await api<{ interval: string }>('GET', `/v1/feeds/${id}/settings`);
    expect([settings.interval, steps()]).toEqual([
      '1h',
      documented('Set how often a feed is fetched'),
    ]);

    await open(page, `feeds/${id}`);
    const { click: press, steps: taken } = counting(page);
    await press('Refresh now');
    await page.getByRole('table', { name: 'Refreshes' }).waitFor();
    expect(taken()).toBe(documented('Fetch a feed now, and see its last fetches'));
  });

  it('corrects a wrong list of a feed, with the date of its items, and watches a price', async () => {
    const rows = (name: string, count: number) =>
      Array.from(
        { length: count },
        (_, at) =>
          `<li><img alt="" src="/${name}${at}.png"> <a href="/${name}/${at}">A ${name} of the town, number ${at}</a> <i>${at + 1} March 2026</i></li>`,
      ).join('');
    const url = site.source.on('/shop', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<title>Shop</title><main><p>Price: <b>9 euros</b></p><ul>${rows('offer', 9)}</ul></main>
        <aside><ul class="notices">${rows('notice', 6)}</ul></aside>`);
    });
    const { id } = await api<Feed>('POST', '/v1/feeds', { url });
    const { title, click, take, steps } = await startAt(`feeds/${id}`);
    const frame = page.frameLocator('iframe');
    await click('List');
    await take(frame.getByText('notice of the town, number 2').click());
    await page.locator('.chosen').getByText('A notice').first().waitFor();
    await click('Save and read the page');
    await page.waitForURL('**done=selectors-saved');
    expect(steps()).toBe(documented('Correct a wrong list of a feed'));
    await open(page, `feeds/${id}/list`);
    for (const [part, place] of [
      ['Date', frame.getByText('3 March 2026').last()],
      ['Picture', frame.locator('.notices [data-picture]').first()],
    ] as const) {
      await page.getByText(part, { exact: true }).first().click();
      await place.click();
      await page.waitForURL(new RegExp(`selectors.${part === 'Date' ? 'date' : 'image'}=`));
    }
    await click('Save and read the page');
    await page.waitForURL('**done=selectors-saved');
    const [item] = (await api<Feed>('GET', `/v1/feeds/${id}`)).items;
    expect(item?.thumbnail).toMatch(/notice\d\.png$/);
    expect(item?.date_published).toMatch(/^2026-03-0\d/);

    const watch = await startAt('feeds/new?from=changes');
    await page.getByLabel('Address').fill(url);
    await watch.press('Enter');
    await watch.take(frame.getByText('9 euros').click());
    await page.locator('.watched strong', { hasText: 'Price' }).waitFor();
    await watch.click('Create feed');
    await page.waitForURL('**done=feed-created');
    expect([await title(), watch.steps()]).toEqual(['Changes: Shop', documented('Watch a price')]);
  });

  it('shares a change of a page with a stranger, who sees it', async () => {
    let price = 9;
    const url = site.source.on('/lamp', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<main><p>A lamp of brass.</p><p>Price: ${price} euros</p></main>`);
    });
    const { id } = await api<Feed>('POST', '/v1/feeds', { url, mode: 'changes' });
    price = 12;
    await api('POST', `/v1/feeds/${id}/refresh`);
    const { click, steps } = await startAt('items');
    await click('Price: 9 → 12 euros');
    const address = await page.locator('.copyable code').textContent();
    await click(/^Copy Public/);
    expect(steps()).toBe(documented('Share a change with a stranger'));
    const stranger = await site.browser.newPage();
    await stranger.goto(address ?? '');
    expect(await stranger.locator(':target del').textContent()).toBe('9');
    await stranger.close();
  });

  it('takes as many steps as its documentation says', () => {
    expect([...tried].toSorted()).toEqual([...DOCUMENTED.keys()].toSorted());
  });
});
