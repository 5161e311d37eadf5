import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/contract/index.js';
import { openSite } from './site.js';

describe('the frame of every page', () => {
  it('names the account and the current section, and its menu leads to keys, accounts and the help', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    const { $ } = await browser.get('items');
    expect($('.user .name').text()).toBe('Account owner');
    expect($('.top nav a[aria-current]').text()).toBe('Items');
    const menu = $('details.user a')
      .toArray()
      .map((link) => $(link).attr('href') ?? '');
    expect(menu).toEqual(['keys', 'accounts', 'help']);
    const help = await browser.get('help');
    expect(help.text).toContain(VERSION);
    expect(help.status).toBe(200);
    expect(help.text).toContain('http://127.0.0.1:7410/openapi.json');
    expect(help.$('#keys kbd').length).toBeGreaterThan(3);
  });

  it('shows neither account nor navigation before signing in', async () => {
    const { $ } = await (await openSite()).visitor().get('sign-in');
    expect($('.user, .top nav').length).toBe(0);
  });

  it('leads from the start to the items', async () => {
    const browser = await (await openSite()).signedIn();
    expect((await browser.get('')).location).toBe('/dashboard/items');
  });
});
