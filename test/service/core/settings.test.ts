import { describe, expect, it } from 'vitest';
import {
  listenAddress,
  readServeSettings,
  readSettings,
} from '../../../src/service/core/settings.js';

describe('readSettings', () => {
  it('is empty for an empty environment, and for variables set to nothing', () => {
    expect(readSettings({})).toEqual({});
    expect(readSettings({ FEEDCTL_PUBLIC_URL: '', FEEDCTL_HOST_INTERVAL: '' })).toEqual({});
  });

  it('reads every variable', () => {
    expect(
      readSettings({
        FEEDCTL_PUBLIC_URL: 'https://feeds.example',
        FEEDCTL_NEWS_URL: 'https://news.example/?q={query}',
        FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
        FEEDCTL_HOST_INTERVAL: '1.5s',
        FEEDCTL_HOST_CONCURRENCY: '4',
        FEEDCTL_FETCH_PROXY: 'http://proxy.example:3128',
        FEEDCTL_BROWSER: '/usr/bin/chromium',
        FEEDCTL_BROWSER_NO_SANDBOX: '1',
        FEEDCTL_IGNORE_ROBOTS: 'yes',
        FEEDCTL_LEASE: '20s',
        FEEDCTL_KEEP_ITEMS: '1000',
        FEEDCTL_CACHE_BYTES: '16MB',
        FEEDCTL_MAX_BODY: '40mb',
        FEEDCTL_REFRESH_SLOTS: '32',
        FEEDCTL_CONCURRENT_REQUESTS: '40',
        FEEDCTL_KEEP_DELIVERIES: '7d',
        FEEDCTL_KEEP_HISTORY: '36h',
        FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE: '100000',
        FEEDCTL_DEFAULT_FEEDS: '500',
        FEEDCTL_DEFAULT_CONCURRENT_CREATIONS: '4',
      }),
    ).toEqual({
      publicUrl: 'https://feeds.example',
      newsUrl: 'https://news.example/?q={query}',
      allowPrivateNetworks: true,
      hostIntervalMs: 1500,
      hostConcurrency: 4,
      fetchProxy: 'http://proxy.example:3128',
      browser: '/usr/bin/chromium',
      browserNoSandbox: true,
      ignoreRobots: true,
      leaseMs: 20_000,
      keepItems: 1000,
      cacheBytes: 16 * 1024 * 1024,
      maxBodyBytes: 40 * 1024 * 1024,
      refreshSlots: 32,
      globalConcurrency: 40,
      keepDeliveriesMs: 7 * 86_400_000,
      keepHistoryMs: 36 * 3_600_000,
      defaultRequestsPerMinute: 100_000,
      defaultFeeds: 500,
      defaultConcurrentCreations: 4,
    });
  });

  it.each([
    ['250', 250],
    ['250ms', 250],
    ['2s', 2000],
    ['0', 0],
  ])('FEEDCTL_HOST_INTERVAL=%s is %i ms', (text, expected) => {
    expect(readSettings({ FEEDCTL_HOST_INTERVAL: text })).toEqual({ hostIntervalMs: expected });
  });

  it.each<[string, string, object]>([
    ['FEEDCTL_HOST_CONCURRENCY', ' 9999 ', { hostConcurrency: 9999 }],
    ['FEEDCTL_CACHE_BYTES', '5', { cacheBytes: 5 }],
    ['FEEDCTL_CACHE_BYTES', '64g', { cacheBytes: 64 * 1024 ** 3 }],
    ['FEEDCTL_MAX_BODY', '1048576', { maxBodyBytes: 1024 ** 2 }],
    ['FEEDCTL_KEEP_HISTORY', '1h', { keepHistoryMs: 3_600_000 }],
    ['FEEDCTL_METRICS_TOKEN', 'x'.repeat(16), { metricsToken: 'x'.repeat(16) }],
    ['FEEDCTL_METRICS_TOKEN', 'x'.repeat(200), { metricsToken: 'x'.repeat(200) }],
    ['FEEDCTL_HUB', 'http://[::1]:9/', { hub: 'http://[::1]:9/' }],
    ['FEEDCTL_IGNORE_ROBOTS', 'no', { ignoreRobots: false }],
  ])('takes %s=%s', (name, value, settings) => {
    expect({ ...readSettings({ [name]: value }), ...readServeSettings({ [name]: value }) }).toEqual(
      settings,
    );
  });

  it.each([
    ['FEEDCTL_HOST_CONCURRENCY', '10000', /whole number from 1 to 9999/],
    ['FEEDCTL_MAX_BODY', '1048575', /at least 1MB/],
    ['FEEDCTL_HUB', 'http://hub.example/', /an https address/],
    ['FEEDCTL_PUBLIC_URL', 'feeds.example', /http or https address/],
    ['FEEDCTL_PUBLIC_URL', 'ftp://feeds.example', /http or https address/],
    ['FEEDCTL_PUBLIC_URL', 'https://feeds.example/?a=1', /no query, no fragment and no password/],
    ['FEEDCTL_PUBLIC_URL', 'https://feeds.example/#', /no query, no fragment and no password/],
    ['FEEDCTL_PUBLIC_URL', 'https://u:p@feeds.example', /no query, no fragment and no password/],
    ['FEEDCTL_NEWS_URL', 'https://news.example/', /\{query\}/],
    ['FEEDCTL_ALLOW_PRIVATE_NETWORKS', 'maybe', /1 or 0/],
    ['FEEDCTL_HOST_INTERVAL', 'soon', /500ms or 1s/],
    ['FEEDCTL_HOST_CONCURRENCY', '0', /whole number from 1/],
    ['FEEDCTL_LEASE', '500ms', /must be at least 1s/],
    ['FEEDCTL_LEASE', '3601s', /must be at most 1h/],
    ['FEEDCTL_CACHE_BYTES', 'much', /0 or 64MB/],
    ['FEEDCTL_CACHE_BYTES', '65GB', /at most 64GB/],
    ['FEEDCTL_MAX_BODY', '10', /at least 1MB, at most 256MB/],
    ['FEEDCTL_MAX_BODY', '1GB', /at least 1MB, at most 256MB/],
    ['FEEDCTL_KEEP_ITEMS', '5001', /whole number from 1 to 5000/],
    ['FEEDCTL_KEEP_DELIVERIES', '0', /30d or 12h/],
    ['FEEDCTL_KEEP_HISTORY', '90m', /30d or 12h/],
    ['FEEDCTL_DEFAULT_FEEDS', 'many', /whole number from 1/],
  ])('refuses %s=%s, naming the variable', (name, value, requirement) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(name);
    expect(read).toThrow(requirement);
  });

  it.each(['x'.repeat(15), 'x'.repeat(201), 'with a space in it'])(
    'refuses the token %s',
    (token) => {
      expect(() => readServeSettings({ FEEDCTL_METRICS_TOKEN: token })).toThrow('16 to 200');
    },
  );

  it('takes origins as browsers send them', () => {
    const read = (text: string) => readServeSettings({ FEEDCTL_ALLOWED_ORIGINS: text });
    expect(read('https://A.example, http://localhost:5173/').allowedOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ]);
    for (const wrong of ['*', 'https://a.example/path', 'a.example']) {
      expect(() => read(wrong)).toThrow('must be origins such as https://app.example');
    }
  });

  it('leaves out the address that Kubernetes sets for a Service called feedctl', () => {
    const env = { FEEDCTL_PORT: 'tcp://10.3.2.1:7410', FEEDCTL_METRICS_PORT: 'udp://10.3.2.1:1' };
    expect(readServeSettings(env)).toEqual({});
    expect(listenAddress(env)).toBe('http://127.0.0.1:7410');
  });

  it.each(['many', '-1', '0', ''])(
    'a command that opens no port takes the port %j for the usual one',
    (port) => {
      expect(listenAddress({ FEEDCTL_PORT: port, FEEDCTL_ROLE: 'none' })).toBe(
        'http://127.0.0.1:7410',
      );
    },
  );
});
