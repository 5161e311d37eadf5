import { describe, expect, it, onTestFinished } from 'vitest';
import { createBundle, deleteBundle } from '../../../src/service/bundles/edit-bundle.js';
import { deleteFeed } from '../../../src/service/feeds/edit-feed.js';
import { addressPolicy } from '../../../src/service/fetch/index.js';
import { createRetention } from '../../../src/service/retention/retention.js';
import { createSender } from '../../../src/service/webhooks/sender.js';
import { MAX_WEBHOOKS, WebhookAdmin } from '../../../src/service/webhooks/webhook-admin.js';
import { startReceiver } from '../../support/receiver.js';
import { OWNER, type Setup, startSetup } from '../../support/webhooks-setup.js';

const URL = 'https://hooks.example.com/in?key=1';
const HOUR = 3_600_000;

/** The webhooks of a service as it is by default: private networks are closed. */
function guarded({ deps, clock }: Setup, addresses: Record<string, string[]> = {}) {
  const sender = createSender({
    clock,
    policy: addressPolicy({ allowPrivateNetworks: false }),
    resolve: async (name) => addresses[name] ?? ['93.184.215.14'],
  });
  return new WebhookAdmin({ ...deps, sender }, OWNER);
}

/** The same with requests that are really sent. */
function listening({ deps, clock }: Setup) {
  const sender = createSender({ clock, allowPrivateNetworks: false });
  onTestFinished(() => sender.close());
  const parts = { ...deps, sender };
  return { deps: parts, webhooks: new WebhookAdmin(parts, OWNER) };
}

describe('a webhook', () => {
  it('tells when its feed or bundle was deleted', async () => {
    const setup = await startSetup();
    const feed = await setup.announce(1);
    const bundle = await createBundle(setup.feedDeps, OWNER, { name: 'Both', feeds: [feed] });
    await setup.webhooks.create({ url: URL });
    const ofFeed = await setup.webhooks.create({ url: URL, scope: feed });
    const ofBundle = await setup.webhooks.create({ url: URL, scope: bundle.id });
    const deleted = async () =>
      (await setup.webhooks.list()).filter((one) => one.scope_deleted).map(({ id }) => id);
    expect(await deleted()).toEqual([]);
    await deleteFeed(setup.feedDeps, OWNER, feed);
    await deleteBundle(setup.feedDeps, OWNER, bundle.id);
    expect((await deleted()).sort()).toEqual([ofFeed.id, ofBundle.id].sort());
    expect(await setup.webhooks.get(ofFeed.id)).toMatchObject({ scope_deleted: true });
    expect(await setup.webhooks.update(ofFeed.id, { scope: 'all' })).toMatchObject({
      scope_deleted: false,
    });
  });

  it('shows its secret at creation and never again', async () => {
    const { webhooks } = await startSetup();
    const { secret, ...made } = await webhooks.create({ url: URL });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-Za-z]{16}$/),
      name: '',
      url: URL,
      format: 'standard',
      scope: 'all',
      filters: { include: [], exclude: [] },
      only: null,
      scope_deleted: false,
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      last_success_at: null,
      created_at: '2026-01-15T12:00:00.000Z',
    });
    expect(await webhooks.list()).toEqual([made]);
    expect(await webhooks.get(made.id)).toEqual(made);
  });

  it('changes only in what is given', async () => {
    const { webhooks, announce } = await startSetup();
    const feed = await announce(0);
    const made = await webhooks.create({ url: URL, filters: { include: ['sail'] }, only: 'new' });
    const { secret: _, ...before } = made;
    expect(await webhooks.update(made.id, {})).toEqual(before);
    const filters = { include: ['sail'], exclude: ['ship*', 'boat'] };
    const after = { ...before, filters, only: null, scope: feed };
    const change = { filters: { exclude: ['ship*', ' boat ', 'boat'] }, only: null, scope: feed };
    expect(await webhooks.update(made.id, change)).toEqual(after);
    expect(await webhooks.update(made.id, { scope: 'all', filters: { include: [] } })).toEqual({
      ...after,
      scope: 'all',
      filters: { ...filters, include: [] },
    });
  });

  it('waits for its rate limit under another name, and not at another address', async () => {
    const { webhooks, store } = await startSetup();
    const { id } = await webhooks.create({ url: URL });
    await store.db.updateTable('webhooks').set({ next_message_at: 5 }).execute();
    const next = () => store.db.selectFrom('webhooks').select('next_message_at').execute();
    await webhooks.update(id, { name: 'Ours', url: URL });
    expect(await next()).toEqual([{ next_message_at: 5 }]);
    await webhooks.update(id, { url: `${URL}other` });
    expect(await next()).toEqual([{ next_message_at: null }]);
  });

  it('of a command that listens leads to this machine, as long as it says so', async () => {
    const setup = await startSetup();
    const webhooks = guarded(setup);
    const url = 'http://127.0.0.1:7411/temporary';
    const { id, listens_until } = await webhooks.create({ url, listen_seconds: 60 });
    expect(Date.parse(listens_until ?? '')).toBe(setup.clock.now() + 60_000);
    setup.clock.advance(50_000);
    await webhooks.update(id, { listen_seconds: 60 });
    expect(await webhooks.get(id)).toMatchObject({
      listens_until: new Date(setup.clock.now() + 60_000).toISOString(),
    });
    for (const other of ['http://10.0.0.1/', 'https://hooks.example.com/']) {
      await expect(webhooks.create({ url: other, listen_seconds: 60 })).rejects.toMatchObject({
        code: 'WEBHOOK_FORBIDDEN',
      });
    }
    await expect(webhooks.update(id, { url })).rejects.toMatchObject({ code: 'WEBHOOK_FORBIDDEN' });
    await webhooks.update(id, { url: 'https://hooks.example.com/' });
    expect(await webhooks.get(id)).not.toHaveProperty('listens_until');
  });

  it('of a command that was killed is not used, and deleted', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { deps, webhooks } = listening(setup);
    const { id } = await webhooks.create({ url: receiver.url, listen_seconds: 60 });
    expect(await webhooks.test(id)).toMatchObject({ status: 'delivered' });
    setup.clock.advance(60_000);
    expect(await webhooks.test(id)).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('loopback'),
    });
    expect(receiver.received).toHaveLength(1);
    const retention = createRetention(deps, {});
    await retention.doDue();
    setup.clock.advance(HOUR);
    await retention.doDue();
    expect(await webhooks.list()).toEqual([]);
  });

  it('has a name, which can be changed and removed', async () => {
    const { webhooks } = await startSetup();
    const { id, name } = await webhooks.create({ url: URL, name: 'Team' });
    expect(name).toBe('Team');
    expect(await webhooks.update(id, { only: 'new' })).toMatchObject({ name: 'Team' });
    expect(await webhooks.update(id, { name: 'Crew' })).toMatchObject({ name: 'Crew', url: URL });
    expect(await webhooks.update(id, { name: '' })).toMatchObject({ name: '' });
  });

  it('is switched off and on by hand, visibly', async () => {
    const { webhooks } = await startSetup();
    const { id } = await webhooks.create({ url: URL });
    expect(await webhooks.disable(id)).toMatchObject({
      enabled: false,
      disabled_reason: 'It was disabled manually.',
    });
    expect(await webhooks.enable(id)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('gets a new secret, and says until when the old one holds', async () => {
    const { webhooks, clock } = await startSetup();
    const { id, secret } = await webhooks.create({ url: URL });
    clock.advance(HOUR);
    const rotated = await webhooks.rotate(id);
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.previous_secret_until).toBe('2026-01-16T13:00:00.000Z');
    expect(JSON.stringify(await webhooks.list())).not.toContain('whsec_');
  });

  it('is gone once deleted, for every operation', async () => {
    const { webhooks } = await startSetup();
    const { id } = await webhooks.create({ url: URL });
    expect(await webhooks.delete(id)).toEqual({ id, deleted: true });
    const gone = { code: 'WEBHOOK_NOT_FOUND', message: expect.stringContaining(id) };
    for (const operation of [
      () => webhooks.get(id),
      () => webhooks.update(id, {}),
      () => webhooks.delete(id),
      () => webhooks.enable(id),
      () => webhooks.disable(id),
      () => webhooks.rotate(id),
      () => webhooks.test(id),
      () => webhooks.resend(id, 0),
      () => webhooks.deliveries({ webhookId: id, limit: 1, offset: 0 }),
    ]) {
      await expect(operation()).rejects.toMatchObject(gone);
    }
  });

  it('is not there for another account', async () => {
    const setup = await startSetup();
    const { id } = await setup.webhooks.create({ url: URL });
    const others = new WebhookAdmin(setup.deps, { id: 'other' });
    expect(await others.list()).toEqual([]);
    await expect(others.get(id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
    await expect(others.delete(id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
    await expect(others.rotate(id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  });
});

describe('what a webhook may be', () => {
  const refused: [string, string, RegExp][] = [
    ['http://hooks.example.com/', 'WEBHOOK_FORBIDDEN', /must use https/],
    ['https://127.0.0.1/', 'WEBHOOK_FORBIDDEN', /loopback.*FEEDCTL_ALLOW_PRIVATE_NETWORKS=1/],
    ['http://127.0.0.1/', 'WEBHOOK_FORBIDDEN', /loopback/],
    ['https://[::ffff:10.0.0.1]/', 'WEBHOOK_FORBIDDEN', /private/],
    ['https://inside.example.com/', 'WEBHOOK_FORBIDDEN', /private/],
    ['https://169.254.169.254/', 'WEBHOOK_FORBIDDEN', /metadata/],
    ['ftp://example.com/', 'WEBHOOK_FORBIDDEN', /must start with http:\/\/ or https:\/\//],
    [
      'https://example.com:587/',
      'WEBHOOK_FORBIDDEN',
      /port 587, which belongs to another protocol/,
    ],
    ['https://user:pass@example.com/', 'WEBHOOK_FORBIDDEN', /user name or password/],
    ['example.com', 'INVALID_FIELD', /is not an address/],
    [`https://example.com/${'x'.repeat(4096)}`, 'INVALID_FIELD', /4096/],
  ];
  it.each(refused)('%s is refused', async (url, code, message) => {
    const setup = await startSetup();
    const webhooks = guarded(setup, { 'inside.example.com': ['10.1.2.3'] });
    const error = { code, message: expect.stringMatching(message) };
    await expect(webhooks.create({ url })).rejects.toMatchObject(error);
    expect(await webhooks.list()).toEqual([]);
    const { id } = await webhooks.create({ url: URL });
    await expect(webhooks.update(id, { url })).rejects.toMatchObject(error);
    expect(await webhooks.get(id)).toMatchObject({ url: URL });
  });

  it('a plain address of the local network, once private networks are allowed', async () => {
    const { webhooks } = await startSetup();
    expect(await webhooks.create({ url: 'http://10.0.0.7/hook' })).toMatchObject({ enabled: true });
    // A public address needs https all the same: an event is readable on its way.
    for (const url of ['http://8.8.8.8/hook', 'http://hooks.example.com/']) {
      await expect(webhooks.create({ url })).rejects.toMatchObject({
        code: 'WEBHOOK_FORBIDDEN',
        message: expect.stringContaining('must use https://'),
      });
    }
    await expect(webhooks.create({ url: 'http://169.254.169.254/' })).rejects.toMatchObject({
      code: 'WEBHOOK_FORBIDDEN',
    });
  });

  it('scopes that exist', async () => {
    const { webhooks } = await startSetup();
    await expect(webhooks.create({ url: URL, scope: 'nowhere' })).rejects.toMatchObject({
      code: 'FEED_NOT_FOUND',
    });
    await expect(webhooks.create({ url: URL, scope: '_nowhere' })).rejects.toMatchObject({
      code: 'BUNDLE_NOT_FOUND',
    });
    expect(await webhooks.list()).toEqual([]);
  });

  const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
  it.each([
    [
      'too many words',
      { include: words(101) },
      /"filters.include" must be at most 100 entries long/,
    ],
    [
      'a rule that is too long',
      { exclude: ['x'.repeat(201)] },
      /"filters.exclude\[0\]" cannot match .*longer than 200 characters/,
    ],
    ['an empty rule', { include: [' '] }, /"filters.include\[0\]" cannot match .*empty/],
    ['a word of stars', { include: ['**'] }, /"filters.include\[0\]" cannot match .*star/],
  ])('no filter with %s', async (_, filters, message) => {
    const { webhooks } = await startSetup();
    await expect(webhooks.create({ url: URL, filters })).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringMatching(message),
    });
  });

  it(`at most ${MAX_WEBHOOKS} of an account`, async () => {
    const { webhooks } = await startSetup();
    for (let made = 0; made < MAX_WEBHOOKS; made += 1) await webhooks.create({ url: URL });
    await expect(webhooks.create({ url: URL })).rejects.toMatchObject({
      code: 'WEBHOOK_LIMIT_REACHED',
      status: 402,
    });
  });
});
