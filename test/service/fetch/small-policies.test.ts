import { describe, expect, it } from 'vitest';
import { botWall } from '../../../src/service/fetch/bot-wall.js';
import { userAgent } from '../../../src/service/fetch/outgoing-url.js';

describe('botWall', () => {
  it.each([
    ['Cloudflare', { 'cf-mitigated': 'challenge' }, ''],
    ['Cloudflare', {}, '<html><head><title>Just a moment...</title>'],
    ['Cloudflare', {}, '<title>Attention Required! | Cloudflare</title>'],
    ['DataDome', {}, '<script src="https://ct.captcha-delivery.com/c.js"></script>'],
    ['Vercel', {}, '<title>Vercel Security Checkpoint</title>'],
    ['Akamai', {}, '<TITLE>Access Denied</TITLE><H1>Access Denied</H1> Reference&#32;&#35;18&#46;'],
    ['PerimeterX', {}, '<title>Access to this page has been denied</title>'],
  ])('knows the wall of %s', (vendor, headers, text) => {
    expect(botWall(headers as Record<string, string>, text)).toBe(vendor);
  });

  it('leaves pages alone that only talk of walls', () => {
    expect(botWall({ server: 'cloudflare' }, '<title>Just a moment in time</title>')).toBeNull();
    expect(botWall({}, '<p>How Cloudflare and DataDome stop bots</p>')).toBeNull();
  });
});

describe('userAgent', () => {
  it('names the product, and the instance when it is known', () => {
    expect(userAgent(undefined)).toMatch(/^feedctl\/\d+\.\d+\.\d+\S* \(feed reader\)$/);
    expect(userAgent('https://feeds.example')).toContain('+https://feeds.example');
  });
});
