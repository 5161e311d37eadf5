import { describe, expect, it } from 'vitest';
import { accountFiles } from '../../../src/cli/commands/serve/account-files.js';
import type { Bundle, Feed, FeedSummary } from '../../../src/contract/index.js';
import { numberedItems } from '../../support/rss.js';
import { openSite, type Page, type Site, type Visitor } from './site.js';

function openTransferSite(): Promise<Site> {
  return openSite({ files: accountFiles });
}

/** Uploads a file, and follows to its plan. */
async function upload(browser: Visitor, name: string, content: string): Promise<Page> {
  await browser.get('transfer');
  const answer = await browser.upload('transfer', { file: new File([content], name) });
  return answer.location === '' ? answer : browser.follow(answer);
}

function opml(outlines: string): string {
  return `<opml version="2.0"><body>${outlines}</body></opml>`;
}

const titlesOf = async (site: Site) =>
  (await site.api<FeedSummary[]>('GET', '/v1/feeds?sort=title')).map(({ title }) => title);

describe('import', () => {
  it('shows the plan of OPML, applies it, and reports what failed', async () => {
    const site = await openTransferSite();
    const news = site.source.publish('/news', { title: 'News', items: numberedItems(2) });
    const gone = 'http://169.254.169.254/gone';
    const browser = await site.signedIn();
    const plan = await upload(
      browser,
      'my <b>feeds.opml',
      opml(`<outline text="Morning"><outline type="rss" text="My &lt;i&gt;news" xmlUrl="${news}"/>
        <outline type="rss" text="Gone" xmlUrl="${gone}"/></outline>
        <outline type="rss" text="Letters" xmlUrl="newsletter:x"/>`),
    );
    expect(plan.status).toBe(200);
    expect(plan.$('h1').text()).toBe('Import my <b>feeds.opml');
    expect(plan.$('main').text()).toContain('3 changes. Nothing is deleted.');
    const changes = plan.$('.plan li').toArray();
    expect(changes.map((row) => plan.$(row).find('bdi').text())).toEqual([
      ...[news, gone, 'Morning'],
      expect.stringContaining('newsletter:x'),
    ]);
    const groups = plan.$('main details').toArray();
    expect(groups.map((group) => plan.$(group).find('summary').text())).toEqual([
      ...['Morning 2', 'Bundles: new 1', 'Entries that cannot be used 1'],
    ]);
    expect(plan.$(groups[0]).attr('open')).toBeUndefined();
    expect(plan.$(changes[0]).text()).toContain('title: My <i>news');
    expect(plan.$('main').text()).toContain('newsletter:x');
    expect(await titlesOf(site)).toEqual([]);

    await browser.post(plan.$('form[action$="/start"]').attr('action') ?? '');
    const path = plan.$('form[action$="/start"]').attr('action')?.replace('/start', '') ?? '';
    await expect
      .poll(async () => (await browser.get(path)).$('.notice').first().text())
      .toContain('failed; see below.');
    const report = await browser.get(path);
    expect(report.$('.notice').first().text()).toContain('1 change applied. 2 steps failed');
    expect(report.$('main').text()).toContain(gone);
    expect(await titlesOf(site)).toEqual(['My <i>news']);

    const again = await upload(
      browser,
      'again.opml',
      opml(`<outline type="rss" text="My &lt;i&gt;news" xmlUrl="${news}"/>`),
    );
    expect(again.$('main').text()).toContain('Nothing to do.');
    expect(again.$('form[action$="/start"]')).toHaveLength(0);
  });

  it('refuses what it cannot read, with the position and what was pasted', async () => {
    const site = await openTransferSite();
    const browser = await site.signedIn();
    const broken = await upload(browser, 'broken.opml', '<opml><body>');
    expect(broken.status).toBe(400);
    expect(broken.$('[role=alert]').text()).toContain('broken.opml:1:');
    const bomb = await upload(
      browser,
      'bomb.opml',
      '<!DOCTYPE x [<!ENTITY a "b">]><opml><body><outline text="&a;"/></body></opml>',
    );
    expect(bomb.$('[role=alert]').text()).toContain('entity declarations are not supported');
    expect((await upload(browser, 'empty.csv', '')).$('[role=alert]').text()).toContain(
      'Choose a file',
    );
    const pasted = await browser.upload('transfer', { content: 'feeds:\n  - url: 7\n' });
    expect(pasted.status).toBe(303);
    const big = await browser.upload('transfer', { content: 'x'.repeat(5 * 1024 * 1024) });
    expect(big.status).toBe(413);
    expect((await browser.post('transfer', { content: 'x' })).status).toBe(415);
  });

  it('never reads secrets that a file names', async () => {
    const site = await openTransferSite();
    const url = site.source.on('/private', (request, response) =>
      response.end(`<rss version="2.0"><channel><title>${request.headers.cookie ?? 'no cookie'}
        </title><item><title>One</title></item></channel></rss>`),
    );
    const browser = await site.signedIn();
    const plan = await upload(
      browser,
      'secrets.yaml',
      `feeds:\n  - url: ${url}\n    access:\n      cookie: env:PATH\n`,
    );
    expect(plan.$('.notice.warn').text()).toContain('name secrets such as cookies');
    await browser.post(plan.$('form[action$="/start"]').attr('action') ?? '');
    await expect.poll(() => titlesOf(site)).toEqual(['no cookie']);
  });

  it('needs the token of its form', async () => {
    const site = await openTransferSite();
    const browser = await site.signedIn();
    const answer = await browser.upload('transfer', { form_token: 'other', content: 'x' });
    expect(answer.status).toBe(403);
  });
});

describe('export', () => {
  it('writes all feeds, or the selected ones with their bundles', async () => {
    const site = await openTransferSite();
    const create = async (title: string) => {
      const url = site.source.publish(`/${title}`, { title, items: numberedItems(1) });
      return (await site.api<Feed>('POST', '/v1/feeds', { url })).id;
    };
    const [one, two] = [await create('One'), await create('Two')];
    await site.api<Bundle>('POST', '/v1/bundles', { name: 'Both', feeds: [one, two] });
    await site.api<Bundle>('POST', '/v1/bundles', { name: 'Second', feeds: [two] });
    await site.api('PATCH', `/v1/feeds/${one}/settings`, { interval: '15m' });
    const browser = await site.signedIn();
    const all = await browser.get('transfer/export?format=opml');
    expect(all.headers.get('Content-Disposition')).toBe('attachment; filename="feeds.opml"');
    expect(all.text).toContain('/One');
    expect(all.text).toContain('/Two');

    const list = await browser.get('feeds');
    expect(list.$('a[href=transfer]').text()).toContain('Import and export');
    const chosen = await browser.post('feeds/selection', { feed: one, action: 'export' });
    const page = await browser.follow(chosen);
    expect(page.$('h1').text()).toBe('Export the selected feeds');
    const yaml = await browser.get(page.$('a[href*="format=yaml"]').attr('href') ?? '');
    expect(yaml.text).toContain('interval: 15m');
    expect(yaml.text).toContain('name: Both');
    expect(yaml.text).not.toContain('Two');
    expect(yaml.text).not.toContain('Second');
    expect((await browser.get('transfer/export?format=exe')).status).toBe(400);
  });

  it('is not offered where nothing implements it', async () => {
    const browser = await (await openSite()).signedIn();
    expect((await browser.get('transfer')).status).toBe(404);
    expect((await browser.get('feeds')).$('a[href=transfer]')).toHaveLength(0);
  });
});
