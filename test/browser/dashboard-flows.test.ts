import { describe, expect, it } from 'vitest';
import type { Bundle, Feed, FeedSummary } from '../../src/contract/index.js';
import { dashboardBrowser, overflow } from '../support/dashboard-browser.js';
import { numberedItems } from '../support/rss.js';

const PHONE = { viewport: { width: 390, height: 740 } };
const WITHOUT_SCRIPT = { ...PHONE, javaScriptEnabled: false };

const site = dashboardBrowser();
const { api, open, signedIn } = site;

async function createFeed(title: string): Promise<string> {
  const path = `/${encodeURIComponent(title)}`;
  const url = site.source.publish(path, { title, items: numberedItems(3, title) });
  return (await api<Feed>('POST', '/v1/feeds', { url })).id;
}

describe('the dashboard on a phone', () => {
  it('imports OPML without a script: plan, report, and the feeds in their bundle', async () => {
    const page = await signedIn(WITHOUT_SCRIPT);
    const url = site.source.publish('/planet', { title: 'Planet', items: numberedItems(2) });
    await open(page, 'feeds');
    await page.getByRole('link', { name: 'Import and export' }).click();
    const opml = `<opml version="2.0"><body><outline text="Morning">
      <outline type="rss" text="Planet" xmlUrl="${url}"/></outline></body></opml>`;
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'reader.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) });
    await page.getByRole('button', { name: 'Show what would change' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Import reader.opml');
    expect(await page.locator('.plan summary').allTextContents()).toEqual([
      'Morning 1',
      'Bundles: new 1',
    ]);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect
      .poll(async () => {
        await page.reload();
        return page.locator('.notice').first().textContent();
      })
      .toBe('2 changes applied.');
    const [bundle] = await api<Bundle[]>('GET', '/v1/bundles');
    expect(bundle).toMatchObject({ name: 'Morning', feeds: [expect.any(String)] });
    await page.context().close();
  });

  it('pauses selected feeds with the keyboard, and takes it back', async () => {
    await createFeed('First');
    await createFeed('Second');
    const page = await signedIn(WITHOUT_SCRIPT);
    await open(page, 'feeds');
    await page.getByRole('checkbox', { name: 'Select First' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tasks/*');
    expect(await page.locator('.notice').textContent()).toBe('Paused 1 feed.');
    await open(page, 'feeds?show=paused');
    expect(await page.locator('.who a').allTextContents()).toEqual(['First']);
    await page.goBack();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.locator('.notice').textContent()).toBe('Restored the interval of 1 feed.');
    await page.context().close();
  });

  it('selects the whole page with the script, and says how many are selected', async () => {
    const page = await signedIn(PHONE);
    for (const title of ['Third', 'Fourth']) await createFeed(title);
    await open(page, 'feeds?size=100&sort=title');
    await page.getByRole('checkbox', { name: 'Select First' }).check();
    await page.getByRole('checkbox', { name: 'Select Third' }).click({ modifiers: ['Shift'] });
    const ticked = page.locator('tbody tr:has(:checked) .who a');
    const titles = await page.locator('.who a').allTextContents();
    const [from, to] = [titles.indexOf('First'), titles.indexOf('Third')];
    expect(await ticked.allTextContents()).toEqual(titles.slice(from, to + 1));
    await open(page, `feeds?q=${encodeURIComponent('Second')}`);
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    expect(await page.locator('[data-selected]').textContent()).toBe('1 selected');
    await page.getByRole('button', { name: 'Delete…' }).click();
    expect(await page.locator('main').textContent()).toContain('1 feed will be deleted');
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    expect(await page.locator('.notice').textContent()).toBe('Deleted 1 feed.');
    const left = await api<FeedSummary[]>('GET', '/v1/feeds');
    expect(left.map(({ title }) => title)).not.toContain('Second');
    await page.context().close();
  });

  it('filters a feed: what is kept and dropped shows before it is saved', async () => {
    const id = await createFeed('Filtered');
    const page = await signedIn(WITHOUT_SCRIPT);
    await open(page, `feeds/${id}`);
    await page.getByRole('link', { name: 'Filters' }).click();
    await page.getByLabel('Drop items that match').fill('title:"number 1"');
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(await page.getByRole('heading', { name: /^Kept/ }).textContent()).toBe('Kept 2');
    expect(await page.getByRole('heading', { name: /^Dropped/ }).textContent()).toBe('Dropped 1');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('status').textContent()).toBe('The filters were saved.');
    await page.context().close();
  });

  it('reads on in the list that an article was opened from, and Back finds the place', async () => {
    const [id] = [await createFeed('Evening'), await createFeed('Morning')];
    const page = await signedIn({ viewport: { width: 1280, height: 800 } });
    await open(page, `items?feed=${id}`);
    const titles = await page.locator('.items .title a').allTextContents();
    for (let at = 0; at < 2; at += 1) await page.keyboard.press('j');
    await page.keyboard.press('o');
    for (let at = 1; at < titles.length - 1; at += 1) {
      await page.getByRole('heading', { name: titles[at] ?? '', exact: true, level: 1 }).waitFor();
      await page.keyboard.press('j');
    }
    const last = titles.at(-1) ?? '';
    await page.getByRole('heading', { name: last, exact: true, level: 1 }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: titles.at(-2) ?? '', exact: true, level: 1 }).waitFor();
    for (const _ of titles) await page.goBack();
    await page.waitForURL(`**/dashboard/items?feed=${id}`);
    expect(await page.locator(':focus').textContent()).toBe(titles.at(-2));
    await page.context().close();
  });

  it('keeps a preview when one goes on, comes back and loads it again', async () => {
    const url = site.source.publish('/kept', { title: 'Kept', items: numberedItems(3, 'Kept') });
    const page = await signedIn(WITHOUT_SCRIPT);
    await open(page, 'feeds/new');
    await page.getByLabel('What to follow').fill(url);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await page.locator('.user summary').click();
    await page.getByRole('link', { name: 'Help' }).click();
    await page.goBack();
    await page.reload();
    await page.getByRole('button', { name: 'Create feed' }).click();
    await page.getByText('The feed was created.').waitFor();
    await page.goBack();
    expect(await page.getByRole('heading', { name: 'Kept' }).count()).toBe(1);
    await page.context().close();
  });

  it('reads a hostile item on a page that runs and loads nothing of it', async () => {
    const url = site.source.on('/hostile', (_, response) =>
      response.end(`<rss version="2.0"><channel><title>\u05d7\u05d3\u05e9\u05d5\u05ea</title><item>
        <title>\u05e9\u05dc\u05d5\u05dd &lt;b&gt;</title><guid>1</guid>
        <description>&lt;p&gt;Read me &lt;a href="https://example.com/next"&gt;next&lt;/a&gt;&lt;img
          src="${site.source.origin}/track.png" alt="A picture"&gt;&lt;/p&gt;&lt;script&gt;parent.document.title='x'&lt;/script&gt;</description>
        <enclosure url="https://cdn.invalid/a.mp3" type="audio/mpeg" length="1"/>
      </item></channel></rss>`),
    );
    const { id } = await api<Feed>('POST', '/v1/feeds', { url });
    const page = await signedIn(PHONE);
    // The service may fetch the picture for its cache; the browser must not.
    const elsewhere: string[] = [];
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith(site.server.url)) elsewhere.push(request.url());
    });
    const refused: string[] = [];
    page.on('requestfailed', (request) => refused.push(request.url()));
    await open(page, `feeds/${id}`);
    await page.locator('.items .title a').click();
    expect(await page.locator('.prose').textContent()).toContain('Read me');
    expect(await page.locator('audio').getAttribute('preload')).toBe('none');
    expect(await page.title()).toContain('\u05e9\u05dc\u05d5\u05dd');
    expect(await overflow(page)).toBe(0);
    expect(elsewhere).toEqual([]);
    expect(refused.filter((each) => each.includes('cdn.invalid'))).toEqual([]);
    await page.context().close();
  });
});
