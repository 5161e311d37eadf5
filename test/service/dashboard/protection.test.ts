import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startSession } from '../../../src/service/dashboard/use-cases/sign-in.js';
import { png } from '../../support/pictures.js';
import { numberedItems } from '../../support/rss.js';
import { openSite } from './site.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'";

describe('forms from elsewhere', () => {
  it.each([
    ['says another site sent it', { 'Sec-Fetch-Site': 'cross-site' }],
    ['says a neighbouring host sent it', { 'Sec-Fetch-Site': 'same-site' }],
    ['names another origin', { Origin: 'https://evil.example' }],
    ['names an opaque origin', { Origin: 'null' }],
    ['names the same host with another port', { Origin: 'http://127.0.0.1:9999' }],
  ])('are refused when the browser %s', async (_, headers) => {
    const site = await openSite();
    const browser = await site.signedIn();
    await browser.get('keys');
    const refused = await browser.post('keys', { name: 'theirs' }, headers);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('sent from another site');
    expect((await browser.get('keys')).text).not.toContain('theirs');
  });

  it('are taken on the word of the browser even where it hides the origin', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    await browser.get('keys');
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };
    expect((await browser.post('keys', { name: 'mine' }, headers)).status).toBe(201);
  });

  it('are taken under the public address when a proxy asks for another host', async () => {
    const site = await openSite('https://feeds.example');
    const browser = await site.signedIn();
    await browser.get('keys');
    const headers = { Origin: 'https://feeds.example' };
    expect((await browser.post('keys', { name: 'mine' }, headers)).status).toBe(201);
  });

  it.each([
    ['without its token', { form_token: '' }],
    ['with a made-up token', { form_token: 'x'.repeat(43) }],
  ])('are refused %s', async (_, fields) => {
    const site = await openSite();
    const browser = await site.signedIn();
    await browser.get('keys');
    const refused = await browser.post('keys', { name: 'theirs', ...fields });
    expect([refused.status, refused.text.includes('out of date')]).toEqual([403, true]);
  });

  it('are refused with the token of another session', async () => {
    const site = await openSite();
    const mine = await site.signedIn();
    const other = await site.signedIn();
    const token = (await other.get('keys')).$('input[name=form_token]').first().attr('value');
    await mine.get('keys');
    const refused = await mine.post('keys', { name: 'x', form_token: token ?? '' });
    expect(refused.status).toBe(403);
  });

  it('cannot sign a browser in to the account of somebody else', async () => {
    const site = await openSite();
    const { apiKey, apiSecret } = site.key;
    const fields = { api_key: apiKey, api_secret: apiSecret };
    expect((await site.visitor().post('sign-in', fields)).status).toBe(403);
  });

  it('must be forms, and of a sensible size', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    await browser.get('keys');
    const json = await browser.post('keys', {}, { 'Content-Type': 'application/json' });
    expect(json.status).toBe(415);
    const large = await browser.post('keys', { name: 'x'.repeat(2 ** 20) });
    expect(large.status).toBe(413);
  });
});

describe('every answer', () => {
  it.each(['sign-in', 'items', 'help', 'feeds', 'feeds/unknown', 'nowhere', 'sign-out'])(
    'allows nothing but the style sheet, script and pictures of this service: %s',
    async (path) => {
      const browser = await (await openSite()).signedIn();
      const { headers, $ } = await browser.get(path);
      expect(headers.get('Content-Security-Policy')).toBe(POLICY);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect($('style, [style], iframe').length).toBe(0);
      expect($('img:not([src^="pictures?"])').length).toBe(0);
      expect($('script').length).toBe(1);
      expect([$('script').text(), $('script').attr('src')]).toEqual([
        '',
        expect.stringMatching(/^assets\/script\.[0-9a-f]{12}\.js$/),
      ]);
      expect($('*').filter((_, node) => onHandlers(node).length > 0).length).toBe(0);
    },
  );

  it('links its style sheet under a name that changes with it, to be kept for ever', async () => {
    const site = await openSite();
    const { $ } = await site.visitor().get('sign-in');
    const path = $('link[rel=stylesheet]').attr('href') ?? '';
    expect(path).toMatch(/^assets\/style\.[0-9a-f]{12}\.css$/);
    const style = await site.visitor().get(path);
    expect([style.status, style.headers.get('Content-Type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ]);
    expect(style.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(style.text).not.toMatch(/url\(|@import/);
  });

  it('is compressed, with tokens of forms that differ each time and are taken', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    const get = () =>
      site.service.fetch(
        new Request('http://127.0.0.1:7410/dashboard/feeds', {
          headers: {
            Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'Accept-Encoding': 'br, gzip',
          },
        }),
      );
    const answer = await get();
    expect(answer.headers.get('Content-Encoding')).toBe('gzip');
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    const read = async (response: Response) =>
      gunzipSync(await response.arrayBuffer()).toString('utf8');
    const tokens = await Promise.all(
      [answer, await get()].map(
        async (response) =>
          /name="form_token" value="([^"]+)"/.exec(await read(response))?.[1] ?? '',
      ),
    );
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const form_token of tokens) {
      expect((await browser.post('keys', { name: 'phone', form_token })).status).toBe(201);
    }
    const other = `${tokens[0]?.slice(0, 12)}${tokens[1]?.slice(12)}`;
    expect((await browser.post('keys', { name: 'x', form_token: other })).status).toBe(403);
  });

  it('has one small script under a name that changes with it', async () => {
    const site = await openSite();
    const { $ } = await site.visitor().get('sign-in');
    const script = await site.visitor().get($('script').attr('src') ?? '');
    expect([script.status, script.headers.get('Content-Type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.byteLength(script.text)).toBeLessThanOrEqual(9 * 1024);
    expect(script.text).not.toMatch(/innerHTML|eval|https?:/);
  });

  it('finds its way below a longer path that only a proxy knows of', async () => {
    const browser = await (await openSite()).signedIn();
    const { $ } = await browser.get('feeds/new');
    const base = new URL($('base').attr('href') ?? '', 'https://x.example/sub/dashboard/feeds/new');
    expect(base.pathname).toBe('/sub/dashboard/');
    const links = $('a[href], form[action], link[href]').toArray();
    for (const { attribs } of links) expect(attribs.href ?? attribs.action).not.toMatch(/^\//);
  });

  it('of a mistake is a page in words, without a stack', async () => {
    const browser = await (await openSite()).signedIn();
    const missing = await browser.get('feeds/0123456789abcdef');
    expect(missing.status).toBe(404);
    expect(missing.$('main').text()).toContain('There is no feed 0123456789abcdef');
    expect(missing.text).not.toMatch(/at .*\.(ts|js):\d/);
  });
});

describe('what comes from sources', () => {
  it('is text, whatever it holds', async () => {
    const site = await openSite();
    const title = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;
    const items = [
      { title, link: 'javascript:alert(3)', guid: '1', description: '<b onclick=x>bold</b>' },
      { title: 'second', link: 'https://example.com/a"onmouseover="alert(4)', guid: '2' },
    ];
    const url = site.source.publish('/feed', { title, description: title, items });
    const { id } = await site.api('POST', '/v1/feeds', { url });
    await site.api('PATCH', `/v1/feeds/${id}`, { title, description: title });
    await site.api('POST', '/v1/bundles', { name: title, description: title, feeds: [id] });
    const browser = await site.signedIn();
    const pages = ['feeds', `feeds/${id}`, `feeds/${id}/settings`, 'bundles', 'webhooks/new'];
    for (const path of pages) {
      const { $, text } = await browser.get(path);
      expect([
        path,
        $('script:not([src]), main script, img:not([src^="pictures?"]), b').length,
      ]).toEqual([path, 0]);
      expect($('*').filter((_, node) => onHandlers(node).length > 0).length).toBe(0);
      expect(text).toContain('&lt;script&gt;');
    }
  });

  it('is linked only to the web, and told nothing of us', async () => {
    const site = await openSite();
    const items = [
      { title: 'good', link: 'https://example.com/good', guid: '1' },
      { title: 'bad', link: 'javascript:alert(1)', guid: '2' },
    ];
    const url = site.source.publish('/feed', { title: 'Feed', items });
    const { id } = await site.api('POST', '/v1/feeds', { url });
    const { $ } = await (await site.signedIn()).get(`feeds/${id}`);
    expect($('.items .title a').attr('href')).toMatch(/^feeds\/.*\/items\//);
    const links = $('.items [data-visit]').toArray();
    expect(links.map(({ attribs }) => attribs.href)).toEqual(['https://example.com/good']);
    expect(links[0]?.attribs.rel).toBe('noreferrer noopener external');
    expect($('a[href^=javascript]').length).toBe(0);
  });

  it('belongs to one account: a feed of another one is not there', async () => {
    const site = await openSite();
    const url = site.source.publish('/feed', { title: 'Feed', items: numberedItems(1) });
    const { id } = await site.api('POST', '/v1/feeds', { url });
    const { db } = site.service.http.deps.store;
    const other = { id: 'other', name: 'other', created_at: 0 };
    await db.insertInto('accounts').values(other).execute();
    const browser = await site.signedIn();
    const holder = { accountId: 'other', apiKey: site.key.apiKey };
    const { token } = await startSession(db, holder, { now: site.clock.now(), life: 'visit' });
    browser.cookies.set('feedctl_session', token);
    for (const path of [`feeds/${id}`, `feeds/${id}/history`, `feeds/${id}/settings`]) {
      expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
    }
    await browser.get('keys');
    for (const action of ['refresh', 'delete', 'settings']) {
      expect([action, (await browser.post(`feeds/${id}/${action}`)).status]).toEqual([action, 404]);
    }
    expect((await browser.post(`keys/${site.key.apiKey}/revoke`)).status).toBe(404);
    expect((await browser.get('feeds')).text).toContain('No feeds yet');
  });
});

describe('pictures', () => {
  it('come from the service, without anything that runs, and only those of its pages', async () => {
    const site = await openSite();
    const icon = site.source.on('/icon.png', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(png(16, 16));
    });
    const url = site.source.on('/feed', (_, response) => {
      response.setHeader('Content-Type', 'application/rss+xml');
      response.end(`<rss version="2.0"><channel><title>Planet</title>
        <image><url>${icon}</url></image><item><title>One</title></item></channel></rss>`);
    });
    await site.api('POST', '/v1/feeds', { url });
    const browser = await site.signedIn();
    const { $ } = await browser.get('feeds');
    const path = $('img.picture').first().attr('src') ?? '';
    const shown = await browser.get(path);
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(shown.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(shown.headers.get('Cache-Control')).toContain('private');

    const other = path.replace(/of=[^&]+/, `of=${encodeURIComponent(url)}`);
    expect((await browser.get(other)).status).toBe(404);
    const stranger = await site.signedIn();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await site.visitor().get(path)).location).toContain('/dashboard/sign-in');
  });

  it('that cannot be had are a letter, or nothing', async () => {
    const site = await openSite();
    const item = { guid: '1', title: 'One', description: 'x' };
    const url = site.source.publish('/feed', { title: '<b>', items: [item] });
    await site.api('POST', '/v1/feeds', { url });
    const browser = await site.signedIn();
    const { $ } = await browser.get('feeds');
    const shown = await browser.get($('img.picture').first().attr('src') ?? '');
    expect(shown.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(shown.text).toMatch(/>B<\/text>/);
  });
});

function onHandlers(node: { type: string }): string[] {
  const attribs = 'attribs' in node ? (node.attribs as Record<string, string>) : {};
  return Object.keys(attribs).filter((name) => name.startsWith('on'));
}
