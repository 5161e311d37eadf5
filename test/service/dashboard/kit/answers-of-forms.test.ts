import { expect, it } from 'vitest';
import type { Feed } from '../../../../src/contract/index.js';
import { numberedItems } from '../../../support/rss.js';
import { openSite } from '../site.js';

async function feedOf(site: Awaited<ReturnType<typeof openSite>>) {
  const url = site.source.publish('/news', { title: 'News', items: numberedItems(3) });
  return (await site.api<Feed>('POST', '/v1/feeds', { url })).id;
}

it('a refused form has an address, says on top what is wrong, and the first such field has the focus', async () => {
  const site = await openSite();
  const id = await feedOf(site);
  const browser = await site.signedIn();
  await browser.get(`feeds/${id}/settings`);
  const quiet = { quiet_from: '25:00', quiet_to: '07:00', quiet_zone: 'Mars' };
  const wrong = { title: 'x'.repeat(3000), interval: 'auto', ...quiet };
  const refused = await browser.post(`feeds/${id}/settings`, wrong);
  expect(refused.answeredAt).toMatch(/settings\?answer=[\w-]+$/);
  const again = () => browser.follow({ ...refused, location: refused.answeredAt ?? '' });
  for (const page of [refused, await again()]) {
    expect(page.status).toBe(400);
    expect(page.$('title').text()).toMatch(/^Error: /);
    expect(page.$('#page > .notice').first().text()).toBe(
      'Not saved. Check these fields: Title, Not fetched from.',
    );
    expect(page.$('[autofocus]').attr('name')).toBe('title');
    expect(page.$('[name=quiet_zone]').attr('value')).toBe('Mars');
  }
  site.clock.advance(3_600_000);
  expect((await again()).status).toBe(200);
});

it('a preview of filters has an address, which is of its account alone', async () => {
  const site = await openSite();
  const id = await feedOf(site);
  const browser = await site.signedIn();
  await browser.get(`feeds/${id}/filters`);
  const shown = await browser.post(`feeds/${id}/filters`, { include: 'item', do: 'preview' });
  expect(shown.answeredAt).toMatch(/filters\?answer=/);
  expect(shown.$('[name=include]').text()).toBe('item');
  const other = await site.signedIn();
  const again = await other.follow({
    ...shown,
    location: shown.answeredAt?.replace(/=..../, '=AAAA') ?? '',
  });
  expect(again.$('[name=include]').text()).toBe('');
});

it('an entry whose session has ended comes back after signing in, to its browser alone', async () => {
  const site = await openSite();
  const id = await feedOf(site);
  const browser = await site.signedIn();
  await browser.get(`feeds/${id}/settings`);
  site.clock.advance(400 * 86_400_000);
  const referer = `http://127.0.0.1:7410/dashboard/feeds/${id}/settings`;
  const fields = { title: 'Mine', description: 'Typed for an hour' };
  const lost = await browser.post(`feeds/${id}/settings`, fields, { Referer: referer });
  expect(lost.location).toMatch(/^\/dashboard\/sign-in\?next=.*done=session-ended/);
  const other = await site.signedIn();
  expect((await other.get(`feeds/${id}/settings`)).$('[name=title]').attr('value')).toBe('News');
  await browser.follow(lost);
  const key = { api_key: site.key.apiKey, api_secret: site.key.apiSecret };
  const back = await browser.post('sign-in', { ...key, next: `feeds/${id}/settings` });
  const form = await browser.follow(back);
  expect(form.$('[name=title]').attr('value')).toBe('Mine');
  expect(form.$('[name=description]').val()).toBe('Typed for an hour');
  expect(form.$('#page > .notice').text()).toContain('You were signed out');
  expect((await browser.follow(back)).$('[name=title]').attr('value')).toBe('News');
});

it('a draft of a new feed comes back after signing in', async () => {
  const site = await openSite();
  const url = site.source.publish('/news', { title: 'News', items: numberedItems(3) });
  const browser = await site.signedIn();
  await browser.get('feeds/new');
  site.clock.advance(400 * 86_400_000);
  const draft = { url, previewed: url, title: 'Mine', include: 'one\ntwo', do: 'create' };
  const headers = { Referer: 'http://127.0.0.1:7410/dashboard/feeds/new' };
  await browser.follow(await browser.post('feeds/new', draft, headers));
  const key = { api_key: site.key.apiKey, api_secret: site.key.apiSecret };
  const form = await browser.follow(await browser.post('sign-in', { ...key, next: 'feeds/new' }));
  expect(form.$('[name=title]').attr('value')).toBe('Mine');
  expect(form.$('[name=include]').text()).toBe('one\ntwo');
  expect(form.$('main .notice').text()).toContain('You were signed out');
  expect(await site.api('GET', '/v1/feeds')).toEqual([]);
});

it.each(['out of date', 'read-only key'])(
  'a form that is refused because of its session (%s) is shown again, with the reason on top',
  async (why) => {
    const site = await openSite();
    const { id } = await site.api('POST', '/v1/bundles', { name: 'Ours' });
    const body = { name: 'wall', read_only: why !== 'out of date' };
    const key = await site.api<{ id: string; secret: string }>('POST', '/v1/keys', body);
    const browser = site.visitor();
    await browser.get('sign-in');
    await browser.post('sign-in', { api_key: key.id, api_secret: key.secret });
    await browser.get(`bundles/${id}/settings`);
    const stale = why === 'out of date' ? { form_token: 'x'.repeat(55) } : {};
    const sent = { name: 'Mine', description: 'Typed for an hour', ...stale };
    const refused = await browser.post(`bundles/${id}/settings`, sent);
    expect(refused.answeredAt).toMatch(/settings\?answer=[\w-]+$/);
    expect([refused.status, refused.$('title').text()]).toEqual([
      403,
      expect.stringMatching(/^Error: /),
    ]);
    expect(refused.$('#page > .notice').first().text()).toContain(why);
    expect(refused.$('[name=description]').val()).toBe('Typed for an hour');
    const button = await browser.post(`bundles/${id}/delete`, stale);
    expect(button.$('#page > .notice').first().text()).toContain(why);
    expect(await site.api('GET', '/v1/bundles')).toMatchObject([{ name: 'Ours' }]);
  },
);

it('two tabs: each saves what it changed, and the second one says that there was another', async () => {
  const site = await openSite();
  const feed = `feeds/${await feedOf(site)}`;
  const bundle = `bundles/${(await site.api('POST', '/v1/bundles', { name: 'Ours' })).id}`;
  const [one, two] = [await site.signedIn(), await site.signedIn()];
  for (const [at, name] of [
    [feed, 'title'],
    [bundle, 'name'],
  ] as const) {
    const settings = `${at}/settings`;
    const [first, second] = [await one.get(settings), await two.get(settings)];
    const fields = ({ $ }: typeof first) =>
      Object.fromEntries(
        $(`form[action="${settings}"]`)
          .serializeArray()
          .map(({ name, value }) => [name, value]),
      );
    const saved = await one.post(settings, { ...fields(first), [name]: 'Mine' });
    expect(saved.location).toMatch(/done=(?:feed|bundle)-saved$/);
    const beside = await two.post(settings, { ...fields(second), description: 'About it' });
    expect((await two.follow(beside)).$('.notice').text()).toContain(
      'changed elsewhere in the meantime',
    );
    expect(await site.api('GET', `/v1/${at}`)).toMatchObject({
      ...{ [name]: 'Mine', description: 'About it' },
    });
  }
  const filters = `${feed}/filters`;
  const { $ } = await one.get(filters);
  const before = $('[name=before]').val() as string;
  await two.get(filters);
  await two.post(filters, { include: 'item', exclude: '', before, do: 'save' });
  const beside = await one.post(filters, { include: '', exclude: 'sport', before, do: 'save' });
  expect(beside.location).toContain('done=saved-among-others');
  expect(await site.api('GET', `/v1/${feed}`)).toMatchObject({
    filters: { include: ['item'], exclude: ['sport'] },
  });
});
