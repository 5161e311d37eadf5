import { describe, expect, it } from 'vitest';
import { revokeApiKey } from '../../../src/service/accounts/api-keys.js';
import { IS_REPEATED } from '../../support/database.js';
import { fieldsOf, ORIGIN, OWNER, openSite, type Site } from './site.js';

interface Link {
  url: string;
  expires_at: string;
}

/** The way of a link, as a visitor asks for it. */
async function makeLink(site: Site): Promise<string> {
  const { url } = await site.api<Link>('POST', '/dashboard/links');
  return url.slice(`${ORIGIN}/dashboard/`.length);
}

function tokenOf(link: string): string {
  return new URL(link, ORIGIN).searchParams.get('link') ?? '';
}

describe('a one-time link', () => {
  it('signs in once: looking does not use it up, following does', async () => {
    const site = await openSite();
    const link = await makeLink(site);
    const preview = site.visitor();
    expect((await preview.get(link)).$('button').text()).toBe('Sign in');

    const browser = site.visitor();
    const page = await browser.get(link);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    const entered = await browser.post('sign-in', { link: tokenOf(link) });
    expect([entered.status, entered.location]).toEqual([303, '/dashboard/items']);
    expect((await browser.get('feeds')).status).toBe(200);

    const again = await preview.post('sign-in', { link: tokenOf(link) });
    expect(again.status).toBe(410);
    expect(again.text).toContain('was already used or has expired');
    expect((await preview.get(link)).status).toBe(410);
  });

  it('of two that follow it at once lets one in', async () => {
    const site = await openSite();
    const link = await makeLink(site);
    const browsers = [site.visitor(), site.visitor()];
    for (const browser of browsers) await browser.get(link);
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('sign-in', { link: tokenOf(link) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  it('ends after ten minutes', async () => {
    const site = await openSite();
    const link = await makeLink(site);
    site.clock.advance(10 * 60_000 - 1);
    expect((await site.visitor().get(link)).status).toBe(200);
    site.clock.advance(1);
    expect((await site.visitor().get(link)).status).toBe(410);
  });

  it('is stored as a hash, and told to nobody but whoever asked with a key', async () => {
    const site = await openSite();
    const link = await makeLink(site);
    const rows = await site.service.http.deps.store.db
      .selectFrom('dashboard_links')
      .selectAll()
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link));

    const stranger = new Request(`${ORIGIN}/dashboard/links`, { method: 'POST' });
    const refused = await site.service.fetch(stranger);
    expect([refused.status, refused.headers.get('Content-Type')]).toEqual([
      401,
      'application/json',
    ]);
  });

  it('is answered 201 and kept by no cache; other methods are 405', async () => {
    const site = await openSite();
    const headers = { Authorization: `Bearer ${site.key.apiKey}:${site.key.apiSecret}` };
    const made = await site.service.fetch(
      new Request(`${ORIGIN}/dashboard/links`, { method: 'POST', headers }),
    );
    expect(made.status).toBe(201);
    expect(made.headers.get('Cache-Control')).toBe('no-store');
    expect(made.headers.get('Referrer-Policy')).toBe('no-referrer');
    const { expires_at } = (await made.json()) as Link;
    expect(Date.parse(expires_at) - site.clock.now()).toBe(10 * 60_000);
    const looked = await site.service.fetch(new Request(`${ORIGIN}/dashboard/links`, { headers }));
    expect([looked.status, looked.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  it.skipIf(IS_REPEATED)(
    'leads to where the caller is when the service knows no public address',
    async () => {
      const site = await openSite();
      const headers = { Authorization: `Bearer ${site.key.apiKey}:${site.key.apiSecret}` };
      const ask = async (origin: string, more: Record<string, string> = {}) => {
        const request = new Request(`${origin}/dashboard/links`, {
          method: 'POST',
          headers: { ...headers, ...more },
        });
        const { url } = (await (await site.service.fetch(request)).json()) as Link;
        return new URL(url).origin;
      };
      expect(await ask('http://127.0.0.1')).toBe(ORIGIN);
      expect(await ask('https://feeds.lan:8443')).toBe('https://feeds.lan:8443');
      expect(await ask('http://feeds.lan', { 'X-Forwarded-Proto': 'https' })).toBe(
        'https://feeds.lan',
      );
    },
  );
});

describe('signing in with a key', () => {
  it('keeps a hashed session in a cookie that scripts cannot read', async () => {
    const site = await openSite();
    const browser = site.visitor();
    await browser.get('sign-in');
    const { apiKey, apiSecret } = site.key;
    const entered = await browser.post('sign-in', { api_key: apiKey, api_secret: apiSecret });
    const [cookie = ''] = entered.headers
      .getSetCookie()
      .filter((line) => line.startsWith('feedctl_session='));
    expect(cookie).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const rows = await site.service.http.deps.store.db
      .selectFrom('dashboard_sessions')
      .selectAll()
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('feedctl_session'));
  });

  it.skipIf(IS_REPEATED).each([
    ['the service itself', 'https://feeds.example', {}],
    ['a proxy', 'http://feeds.example', { 'X-Forwarded-Proto': 'https' }],
  ])('over HTTPS by %s sets cookies that no neighbour can', async (_, origin, headers) => {
    const site = await openSite('https://feeds.example');
    const browser = site.visitor({ origin, headers });
    const shown = await browser.get('sign-in');
    const { apiKey, apiSecret } = site.key;
    const entered = await browser.post('sign-in', { api_key: apiKey, api_secret: apiSecret });
    const cookies = [...shown.headers.getSetCookie(), ...entered.headers.getSetCookie()];
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-feedctl_\w+=.*; Secure/);
    expect((await browser.get('feeds')).status).toBe(200);
  });

  it.skipIf(IS_REPEATED)('refuses a wrong secret in words, and never shows it again', async () => {
    const site = await openSite();
    const browser = site.visitor();
    await browser.get('sign-in');
    const fields = { api_key: site.key.apiKey, api_secret: 's_wrong' };
    const refused = await browser.post('sign-in', fields);
    expect([refused.status, refused.answeredAt]).toEqual([
      401,
      expect.stringMatching(/^\/dashboard\/sign-in\?answer=/),
    ]);
    expect(refused.$('[role=alert]').text()).toContain('is wrong, or the key was revoked');
    expect(refused.$('input[name=api_key]').attr('value')).toBe(site.key.apiKey);
    expect(refused.text).not.toContain('s_wrong');
  });

  it.skipIf(IS_REPEATED)('slows wrong keys down, and never refuses the right one', async () => {
    const site = await openSite();
    const browser = site.visitor();
    await browser.get('sign-in');
    const { apiKey, apiSecret } = site.key;
    for (let guess = 0; guess < 10; guess += 1) {
      const fields = { api_key: apiKey, api_secret: `s_${guess}` };
      expect((await browser.post('sign-in', fields)).status).toBe(401);
    }
    const wrong = { api_key: apiKey, api_secret: 's_10' };
    const refused = await browser.post('sign-in', wrong);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    const right = { api_key: apiKey, api_secret: apiSecret };
    expect((await browser.post('sign-in', right)).status).toBe(303);
    site.clock.advance(60_000);
    const other = site.visitor();
    await other.get('sign-in');
    expect((await other.post('sign-in', wrong)).status).toBe(401);
  });
});

describe('a session with a read-only key', () => {
  it('shows everything, changes nothing, and ends when the key expires', async () => {
    const site = await openSite();
    const body = { name: 'wall', read_only: true, expires_in: '12h' };
    const key = await site.api<{ id: string; secret: string }>('POST', '/v1/keys', body);
    const browser = site.visitor();
    await browser.get('sign-in');
    await browser.post('sign-in', { api_key: key.id, api_secret: key.secret });
    const { $, status } = await browser.get('bundles');
    expect(status).toBe(200);
    expect($('main').text()).toContain('Read-only: your key cannot change anything.');
    const doors = $('button').not($('fieldset[disabled] button'));
    expect(doors.text()).toBe('Sign out');
    expect((await browser.get('items')).$('a[href="feeds/new"]')).toHaveLength(0);
    const refused = await browser.post('bundles', { name: 'Mine' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('read-only key')]);
    expect((await browser.get('bundles')).text).not.toContain('Mine');
    site.clock.advance(12 * 3_600_000);
    expect((await browser.get('bundles')).location).toBe(
      '/dashboard/sign-in?next=bundles&done=session-ended',
    );
  });
});

describe('a session', () => {
  it('is asked for by every page but those of signing in', async () => {
    const site = await openSite();
    const stranger = site.visitor();
    for (const path of ['', 'feeds', 'feeds/new', 'bundles', 'webhooks', 'deliveries', 'keys']) {
      const answer = await stranger.get(path);
      expect([path, answer.status]).toEqual([path, 303]);
      expect(answer.location).toMatch(/^\/dashboard\/sign-in(?:\?next=|$)/);
    }
    expect((await stranger.post('keys', { name: 'mine' })).location).toBe('/dashboard/sign-in');
  });

  it('that ended comes back to its page after signing in, whichever form was sent', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    site.clock.advance(8 * 24 * 60 * 60_000);
    const asked = await browser.follow(await browser.get('feeds?show=failing&page=2'));
    expect(asked.$('[role=status]').text()).toContain('session has ended');
    const keys = { api_key: site.key.apiKey, api_secret: site.key.apiSecret };
    const wrong = await browser.post('sign-in', { ...fieldsOf(asked), ...keys, api_secret: 'x' });
    const back = await browser.post('sign-in', { ...fieldsOf(wrong), ...keys });
    expect(back.location).toBe('/dashboard/feeds?show=failing&page=2');
  });

  it
    .skipIf(IS_REPEATED)
    .each([
      ...['//evil.example', 'https://evil.example/', '\\\\evil.example', '../../v1/feeds', '/x'],
      ...['sign-out', 'sign-in?next=items', 'javascript:alert(1)', `feeds?x=${'y'.repeat(6000)}`],
    ])('leads to the items where the address asks for %s', async (next) => {
    const site = await openSite();
    const browser = site.visitor();
    const page = await browser.get(`sign-in?${new URLSearchParams({ next })}`);
    const keys = { api_key: site.key.apiKey, api_secret: site.key.apiSecret };
    const sent = await browser.post('sign-in', { ...fieldsOf(page), ...keys });
    expect(sent.location).toBe('/dashboard/items');
    const forged = site.visitor();
    await forged.get('sign-in');
    expect((await forged.post('sign-in', { ...keys, next })).location).toBe('/dashboard/items');
  });

  it('ends by signing out, for whoever has the cookie', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    const before = new Map(browser.cookies);
    await browser.get('feeds');
    const out = await browser.post('sign-out');
    expect(out.location).toBe('/dashboard/sign-in?done=signed-out');
    expect(browser.cookies.has('feedctl_session')).toBe(false);
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect((await browser.get('feeds')).status).toBe(303);
  });

  it('ends after a week, or half a year where it is wanted, and with its key', async () => {
    const site = await openSite();
    const weekly = await site.signedIn();
    const device = site.visitor();
    await device.get('sign-in');
    const fields = { api_key: site.key.apiKey, api_secret: site.key.apiSecret, stay: 'on' };
    const entered = await device.post('sign-in', fields);
    expect(entered.headers.getSetCookie().join()).toContain('Max-Age=15552000');
    site.clock.advance(7 * 24 * 60 * 60_000);
    expect((await weekly.get('feeds')).status).toBe(303);
    expect((await device.get('feeds')).status).toBe(200);
    site.clock.advance(174 * 24 * 60 * 60_000);
    expect((await device.get('feeds')).status).toBe(303);

    const browser = await site.signedIn();
    expect((await browser.get('feeds')).status).toBe(200);
    const { store, clock } = site.service.http.deps;
    await revokeApiKey(store, clock, OWNER, site.key.apiKey);
    expect((await browser.get('feeds')).status).toBe(303);
  });
});
