import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/contract/index.js';
import { openSite, type Site } from './site.js';

async function guestOf(site: Site): Promise<Account | undefined> {
  const accounts = await site.api<Account[]>('GET', '/v1/accounts');
  return accounts.find(({ id }) => id !== 'owner');
}

describe('accounts', () => {
  it('are made, limited, given keys, and switched off and on by the owner', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    expect((await browser.get('keys')).$('a[href=accounts]')).toHaveLength(1);
    await browser.get('accounts');
    const made = await browser.follow(await browser.post('accounts', { name: '<i>Guest' }));
    expect(made.$('h1').text()).toBe('<i>Guest');
    const twice = await browser.post('accounts', { name: '<i>Guest' });
    expect(twice.status).toBe(400);
    expect(twice.$('#f-name').attr('value')).toBe('<i>Guest');
    const guest = await guestOf(site);
    const path = `accounts/${guest?.id}`;

    const wrong = await browser.post(`${path}/limits`, { feeds: 'many', burst: '5' });
    expect(wrong.status).toBe(400);
    expect(wrong.$('#f-feeds-error').text()).toContain('must be a whole number');
    expect(wrong.$('#f-feeds').attr('value')).toBe('many');
    const alone = await browser.post(`${path}/limits`, { burst: '5' });
    expect(alone.$('#f-burst-error').text()).toContain('requests per minute');
    await browser.post(`${path}/limits`, { feeds: '10', requests_per_minute: '60' });
    expect((await guestOf(site))?.limits).toEqual({
      feeds: 10,
      requests_per_minute: 60,
      burst: null,
      concurrent_creations: null,
    });
    expect((await browser.get('accounts')).$('tbody').text()).toContain('Feeds: 10');
    await browser.post(`${path}/limits`, { requests_per_minute: '60', burst: '5' });
    expect((await guestOf(site))?.limits).toMatchObject({ requests_per_minute: 60, burst: 5 });

    const key = await browser.post(`${path}/keys`, { name: 'phone' });
    expect(key.status).toBe(201);
    const [apiKey = '', apiSecret = ''] = key
      .$('.copyable code')
      .toArray()
      .map((code) => key.$(code).text());
    const stranger = site.visitor();
    await stranger.get('sign-in');
    await stranger.post('sign-in', { api_key: apiKey, api_secret: apiSecret });
    expect((await stranger.get('keys')).$('a[href=accounts]')).toHaveLength(0);
    for (const hidden of ['accounts', path]) {
      expect((await stranger.get(hidden)).status).toBe(403);
    }
    expect((await stranger.post(`${path}/limits`, { feeds: '' })).status).toBe(403);

    await browser.get(path);
    await browser.post(`${path}/off`);
    expect((await guestOf(site))?.enabled).toBe(false);
    expect((await stranger.get('keys')).location).toContain('sign-in');
    await browser.post(`${path}/on`);
    await browser.post(`${path}/keys/${apiKey}/revoke`);
    expect((await browser.get(path)).$('main').text()).toContain('The account has no keys.');
    expect((await browser.post('accounts/owner/off')).status).toBe(400);
    expect((await browser.get('accounts/nobody')).status).toBe(404);
  });
});
