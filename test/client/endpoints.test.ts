import { describe, expect, it } from 'vitest';
import { FeedClient } from '../../src/client/index.js';
import { type EndpointName, endpoints } from '../../src/contract/index.js';

/** Enough of an answer for every method. */
const feed = {
  ...{ id: 'f1', feeds: [], data: [] },
  // What keys and accounts have beside.
  ...{ name: 'N', limits: {}, created_at: '2026-01-31T08:30:00.000Z' },
  ...{ secret: 'whsec_x', status: 'held', resent: 0, url: '', log: [] },
  ...{ outcome: 'updated', results: [], items: [], failures: [], requests: 1 },
};

type Calls = Record<EndpointName, (client: FeedClient) => Promise<unknown>>;

/** One call of every method, so that a new endpoint without a method does not compile. */
const calls: Calls = {
  createFeed: (client) => client.createFeed({ url: 'https://example.com' }),
  getFeed: (client) => client.getFeed('f1', { sort: 'date' }),
  listFeeds: (client) => client.listFeeds({ limit: 5, offset: 10 }),
  updateFeed: (client) => client.updateFeed('f1', { title: 'T' }),
  getFeedSettings: (client) => client.getFeedSettings('f1'),
  updateFeedSettings: (client) => client.updateFeedSettings('f1', { customAuthor: null }),
  deleteFeed: (client) => client.deleteFeed('f1'),
  createBundle: (client) => client.createBundle({ name: 'B' }),
  getBundle: (client) => client.getBundle('_b', { sort: 'last_added' }),
  listBundles: (client) => client.listBundles({ limit: 5, offset: 10 }),
  updateBundle: (client) => client.updateBundle('_b', { name: 'B' }),
  addFeedToBundle: (client) => client.addFeedToBundle('_b', 'f1'),
  removeFeedFromBundle: (client) => client.removeFeedFromBundle('_b', 'f1'),
  deleteBundle: (client) => client.deleteBundle('_b'),
  listKeys: (client) => client.listKeys({ limit: 5, offset: 10 }),
  createKey: (client) => client.createKey({ name: 'N' }),
  revokeKey: (client) => client.revokeKey('f1'),
  listAccounts: (client) => client.listAccounts({ limit: 5, offset: 10 }),
  createAccount: (client) => client.createAccount({ name: 'N', limits: { feeds: null } }),
  getAccount: (client) => client.getAccount('news desk/1'),
  updateAccount: (client) => client.updateAccount('f1', { enabled: false }),
  listAccountKeys: (client) => client.listAccountKeys('f1', { limit: 5, offset: 10 }),
  createAccountKey: (client) => client.createAccountKey('f1', { name: 'N' }),
  revokeAccountKey: (client) => client.revokeAccountKey('f1', 'k1'),
  createWebhook: (client) => client.createWebhook({ url: 'https://example.com/hook' }),
  listWebhooks: (client) => client.listWebhooks({ limit: 5, offset: 10 }),
  getWebhook: (client) => client.getWebhook('f1'),
  updateWebhook: (client) => client.updateWebhook('f1', { enabled: false }),
  deleteWebhook: (client) => client.deleteWebhook('f1'),
  testWebhook: (client) => client.testWebhook('f1'),
  rotateWebhookSecret: (client) => client.rotateWebhookSecret('f1'),
  resendDeliveries: (client) => client.resendDeliveries('f1', { since: '1970-01-01' }),
  listDeliveries: (client) =>
    all(client.deliveries({ webhook: 'wh_1', status: 'held', since: '1970-01-01', limit: 5 })),
  getDelivery: (client) => client.getDelivery('f1'),
  replayDelivery: (client) => client.replayDelivery('f1'),
  refreshFeed: (client) => client.refreshFeed('f1'),
  refreshFeeds: (client) => client.refreshFeeds({ ids: ['f1'], wait_seconds: 5 }),
  listItems: (client) => client.listItems({ search: 'a b', scope: 'f1', limit: 5 }),
  getMute: (client) => client.getMute(),
  updateMute: (client) => client.updateMute({ rules: ['a b'] }),
  backfillFeed: (client) => client.backfillFeed('f1', { limit: 5 }),
  fetchTexts: (client) => client.fetchTexts('f1', { limit: 5 }),
  getFeedRepair: (client) => client.getFeedRepair('f1'),
  repairFeed: (client) => client.repairFeed('f1', { proposal: 'p1' }),
  listFeedHistory: (client) => client.listFeedHistory('f1', { limit: 5, offset: 10 }),
  preview: (client) => client.preview({ url: 'https://example.com', explain: true }),
  getServiceHealth: (client) => client.getServiceHealth(),
};

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const queries: Partial<Record<EndpointName, string>> = {
  getFeed: '?sort=date',
  listFeeds: '?limit=5&offset=10',
  getBundle: '?sort=last_added',
  listBundles: '?limit=5&offset=10',
  listKeys: '?limit=5&offset=10',
  listAccounts: '?limit=5&offset=10',
  listAccountKeys: '?limit=5&offset=10',
  listWebhooks: '?limit=5&offset=10',
  listDeliveries: '?limit=5&offset=0&webhook=wh_1&status=held&since=1970-01-01',
  listFeedHistory: '?limit=5&offset=10',
  listItems: '?search=a+b&scope=f1&limit=5',
};

const bodies: Partial<Record<EndpointName, unknown>> = {
  createFeed: { url: 'https://example.com' },
  updateFeed: { title: 'T' },
  updateFeedSettings: { customAuthor: null },
  createBundle: { name: 'B', feeds: [] },
  updateBundle: { name: 'B' },
  createKey: { name: 'N' },
  updateMute: { rules: ['a b'] },
  createAccount: { name: 'N', limits: { feeds: null } },
  updateAccount: { enabled: false },
  createAccountKey: { name: 'N' },
  createWebhook: { url: 'https://example.com/hook' },
  updateWebhook: { enabled: false },
  resendDeliveries: { since: '1970-01-01' },
  refreshFeeds: { ids: ['f1'], wait_seconds: 5 },
  backfillFeed: { limit: 5 },
  fetchTexts: { limit: 5 },
  repairFeed: { proposal: 'p1' },
  preview: { url: 'https://example.com', explain: true },
};

const ids: Partial<Record<EndpointName, string>> = { getAccount: 'news%20desk%2F1' };

describe.each(Object.entries(endpoints))('%s', (key, endpoint) => {
  const name = key as EndpointName;

  it('sends what the endpoint table says', async () => {
    const requests: Request[] = [];
    const client = new FeedClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'c_k',
      apiSecret: 's_s',
      extensions: true,
      fetch: (request) => {
        requests.push(request);
        return Response.json(name === 'listFeedHistory' ? [] : feed);
      },
    });
    await calls[name](client);

    expect(requests).toHaveLength(1);
    const [request] = requests;
    const bundle = endpoint.path.startsWith('/v1/bundles');
    const path = endpoint.path
      .replace(':id', ids[name] ?? (bundle ? '_b' : 'f1'))
      .replace(':feedId', 'f1')
      .replace(':keyId', 'k1');
    expect(request?.method).toBe(endpoint.method);
    expect(request?.url).toBe(`https://api.example.com${path}${queries[name] ?? ''}`);
    expect(request?.headers.get('authorization')).toBe('Bearer c_k:s_s');
    expect(request?.headers.get('user-agent')).toMatch(/^feedctl\/\d+\.\d+\.\d+/);
    const text = await request?.text();
    expect(text ? JSON.parse(text) : undefined).toEqual(bodies[name]);
    expect(request?.headers.get('content-type')).toBe(
      bodies[name] === undefined ? null : 'application/json',
    );
    if ('body' in endpoint) expect(endpoint.body().safeParse(bodies[name]).success).toBe(true);
  });
});

it('refuses ids that would address something else, before any request', async () => {
  let requests = 0;
  const client = new FeedClient({
    baseUrl: 'https://api.example.com',
    token: 'c_k:s_s',
    fetch: () => {
      requests += 1;
      return Response.json(feed);
    },
  });
  for (const id of ['', '.', '..']) {
    await expect(client.deleteFeed(id)).rejects.toThrow(/not an id/);
    await expect(client.getBundle(id)).rejects.toThrow(/not an id/);
    await expect(client.removeFeedFromBundle('_b', id)).rejects.toThrow(/not an id/);
  }
  expect(requests).toBe(0);
});
