import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/contract/index.js';
import { openSite } from './site.js';

describe('the frame of every page', () => {
  it('names the account, the version and the current section, and leads to the help', async () => {
    const site = await openSite();
    const browser = await site.signedIn();
    const { $ } = await browser.get('items');
    expect($('.user .name').text()).toBe('Account owner');
    expect($('.foot').text()).toContain(VERSION);
    expect($('.top nav a[aria-current]').text()).toBe('Items');
    const help = await browser.get($('.foot a').attr('href') ?? '');
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
