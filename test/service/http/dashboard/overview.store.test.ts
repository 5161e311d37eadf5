import { describe, expect, it } from 'vitest';
import type { Feed } from '../../../../src/contract/index.js';
import { createApiKey } from '../../../../src/service/accounts/api-keys.js';
import { openSite, type Site } from './site.js';

const DAY_MS = 86_400_000;

async function createFeed(site: Site, title: string, ages: readonly number[]) {
  const items = ages.map((days, at) => ({
    guid: `${title} ${at}`,
    title: `${title} item ${at}`,
    link: `https://example.com/${encodeURIComponent(title)}/${at}`,
    date: new Date(site.clock.now() - days * DAY_MS).toISOString(),
  }));
  const url = site.source.publish(`/${encodeURIComponent(title)}`, { title, items });
  return site.api<Feed>('POST', '/v1/feeds', { url });
}

describe('the overview', () => {
  it('of an empty account shows three ways to begin', async () => {
    const { $ } = await (await (await openSite()).signedIn()).get('overview');
    expect($('.columns h3')).toHaveLength(3);
    expect($('main').text()).toContain('OPML');
    expect($('.tiles').length).toBe(0);
  });

  it('shows the newest items of all feeds, and the items of the last days', async () => {
    const site = await openSite();
    await createFeed(site, 'Planet', [0, 1, 2, 40]);
    site.clock.advance(60_000);
    await createFeed(site, 'Harbour', [0]);
    const { $ } = await (await site.signedIn()).get('overview');
    const newest = $('section[aria-labelledby=newest] li').toArray();
    expect(newest.map((item) => $(item).find('a').first().text())).toEqual([
      'Harbour item 0',
      ...['Planet item 0', 'Planet item 1', 'Planet item 2', 'Planet item 3'],
    ]);
    const chart = $('figure').first();
    expect(chart.find('svg').attr('aria-label')).toBe('Items a day: 4 items published in 30 days');
    expect(chart.find('g')).toHaveLength(30);
    expect(chart.find('g title').last().text()).toMatch(/: 2 items$/);
    expect($('.tiles .tile').first().text()).toBe('2Feeds');
    expect($('section[aria-labelledby=next] li')).toHaveLength(2);
    expect($('section[aria-labelledby=attention]').text()).toContain(
      'all feeds are fetched without errors',
    );
  });

  it('shows the newest items, whichever feeds were added or updated last', async () => {
    const site = await openSite();
    const hours = (count: number) => Array.from({ length: count }, (_, at) => (at + 1) / 24);
    await createFeed(site, 'Planet', hours(9));
    for (let at = 0; at < 9; at += 1) {
      site.clock.advance(1000);
      await createFeed(site, `Archive ${at}`, [30, 31]);
    }
    const { $ } = await (await site.signedIn()).get('overview');
    const newest = $('section[aria-labelledby=newest] li').toArray();
    expect(newest.map((item) => $(item).find('a').first().text())).toEqual(
      hours(8).map((_, at) => `Planet item ${at}`),
    );
  });

  it('counts and lists deliveries that failed, and does not say that all arrive', async () => {
    const site = await openSite();
    const webhooks = await site.service.http.webhooks.of({ id: 'owner' });
    await webhooks.create({ url: 'https://hooks.example.com/x' });
    const url = site.source.publish('/feed', { title: 'Planet', items: [{ title: 'One' }] });
    await site.api<Feed>('POST', '/v1/feeds', { url, announce: true });
    const { db } = site.service.http.deps.store;
    await db.updateTable('deliveries').set({ status: 'failed', next_attempt_at: null }).execute();
    const browser = await site.signedIn();
    const { $ } = await browser.get('overview');
    const tile = $('.tile.bad');
    expect(tile.text()).toBe('1Failed delivery (24\u00a0h)');
    const line = $('section[aria-labelledby=attention] li');
    expect(line.text()).toContain('One delivery');
    expect(line.find('a').attr('href')).toBe(tile.attr('href'));
    const listed = await browser.get(tile.attr('href') ?? '');
    expect(listed.$('tbody tr')).toHaveLength(1);
  });

  it('names what fails, changed or is silent, and leads to where it is solved', async () => {
    const site = await openSite();
    const failing = await createFeed(site, 'Failing', [0, 1]);
    const changed = await createFeed(site, 'Changed', [0, 1]);
    const silent = await createFeed(site, 'Silent', [0, 1, 2, 3, 4]);
    const paused = await createFeed(site, 'Paused', [0, 1, 2, 3, 4]);
    const { db } = site.service.http.deps.store;
    const now = site.clock.now();
    const set = (id: string, columns: object) =>
      db.updateTable('feeds').set(columns).where('id', '=', id).execute();
    await set(failing.id, { failures: 3, failing_since: now, last_error: 'It answered 503.' });
    await set(changed.id, { drift: '{}' });
    await set(paused.id, { refresh_interval: 0 });
    site.clock.advance(5 * DAY_MS);
    const webhooks = await site.service.http.webhooks.of({ id: 'owner' });
    const { id: webhook } = await webhooks.create({ url: 'https://hooks.example.com/x' });
    const broken = { failing_since: site.clock.now() };
    await db.updateTable('webhooks').set(broken).where('id', '=', webhook).execute();

    const { $ } = await (await site.signedIn()).get('overview');
    const lines = $('section[aria-labelledby=attention] li').toArray();
    const shown = lines.map((line) => [
      $(line).find('a').attr('href'),
      $(line).find('.badge').text(),
    ]);
    expect(shown).toEqual([
      [`feeds/${failing.id}/history`, expect.stringMatching(/^Failing for 5 d/)],
      [`feeds/${changed.id}/list`, 'Changed'],
      [`webhooks/${webhook}`, expect.stringMatching(/^Failing for \d/)],
      [`feeds/${silent.id}`, expect.stringMatching(/^Silent for 5 d/)],
    ]);
    expect($(lines[0]).text()).toContain('It answered 503.');
  });

  it('counts fetches, their outcome and the delay of new items', async () => {
    const site = await openSite();
    const { id } = await createFeed(site, 'Planet', [1]);
    const browser = await site.signedIn();
    await browser.get('overview');
    site.clock.advance(60_000);
    const news = {
      guid: 'new',
      title: 'New',
      date: new Date(site.clock.now() - 2 * 3_600_000).toISOString(),
    };
    site.source.publish('/Planet', { title: 'Planet', items: [news] });
    await browser.post(`feeds/${id}/refresh`);
    site.clock.advance(60_000);
    site.source.on('/Planet', (_, response) => response.writeHead(500).end());
    await browser.post(`feeds/${id}/refresh`);
    const { $ } = await browser.get('overview');
    const figures = $('figure').toArray();
    expect($(figures[1]).find('.legend-list').text()).toBe('with news 1unchanged 0failed 1');
    expect($(figures[2]).text()).toContain('1 item in 30 days');
    expect($(figures[2]).find('li').eq(2).text()).toBe('6 hours100 %');
  });

  it('shows nothing of another account, and the size of the store only to the owner', async () => {
    const site = await openSite();
    await createFeed(site, 'Planet', [0]);
    expect((await (await site.signedIn()).get('overview')).text).toContain('Database');
    const { apiKey, apiSecret } = await otherAccount(site);
    const browser = site.visitor();
    await browser.get('sign-in');
    await browser.post('sign-in', { api_key: apiKey, api_secret: apiSecret });
    const { text, $ } = await browser.get('overview');
    expect($('.user .name').text()).toBe('Account guest');
    expect(text).not.toContain('Planet');
    expect(text).not.toContain('Database');
  });
});

async function otherAccount(site: Site) {
  const { id } = await site.api<{ id: string }>('POST', '/v1/accounts', { name: 'guest' });
  const { store, clock } = site.service.http.deps;
  return createApiKey(store, clock, { id }, 'laptop');
}
