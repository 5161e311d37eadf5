import { describe, expect, it } from 'vitest';
import { isLocalName, isLoopback } from '../../src/base/loopback.js';

/** As everybody asks: with the name as the URL parser writes it. */
function hostname(host: string): string {
  return new URL(`http://${host}/`).hostname;
}

describe('loopback', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.9.8.7',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
  ])('is %s', (host) => {
    expect(isLoopback(hostname(host))).toBe(true);
    expect(isLocalName(hostname(host))).toBe(true);
  });

  it.each([
    'localhost.example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
    '128.0.0.1',
    '0.0.0.0',
    '[::]',
    '[::2]',
    '[::ffff:128.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
  ])('is not %s', (host) => {
    expect(isLoopback(hostname(host))).toBe(false);
    expect(isLocalName(hostname(host))).toBe(false);
  });

  it('is without brackets the same', () => {
    expect(['::1', '::ffff:7f00:1'].map(isLoopback)).toEqual([true, true]);
  });

  it('is not for certain what a name below localhost leads to', () => {
    expect(isLoopback('api.localhost')).toBe(false);
    expect(isLocalName('api.localhost')).toBe(true);
  });
});
