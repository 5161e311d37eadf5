import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FORMATS } from '../../../src/resources/message-formats.js';
import { deliverDue } from '../../../src/service/webhooks/deliveries/deliver-due.js';
import type { WebhookInput } from '../../../src/service/webhooks/webhook-input.js';
import { startChat } from '../../fakes/chat-service.js';
import { CHAT_NAMES, type ChatName, FAKES } from '../../fakes/chats.js';
import { fileDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { startReceiver } from '../../support/receiver.js';
import { openSetup, type Setup } from '../../support/webhooks-setup.js';

/** One service for all tests; each has webhooks of its own, which end with it. */
let setup: Setup;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await fileDatabase();
  setup = await openSetup(database.location);
  drop = database.drop;
});

afterAll(async () => {
  await setup.close();
  await drop();
});

async function createWebhook(input: WebhookInput & { url: string }) {
  const webhook = await setup.webhooks.create(input);
  onTestFinished(async () => void (await setup.webhooks.delete(webhook.id)));
  return webhook;
}

async function withChat(format: ChatName, fields: Omit<WebhookInput, 'url'> = {}) {
  const chat = await startChat(format);
  const waits: number[] = [];
  setup.deps.wait = async (ms) => {
    waits.push(ms);
    setup.clock.advance(ms);
  };
  const webhook = await createWebhook({ url: chat.url, format, ...fields });
  const deliveries = () => setup.deliveries(webhook.id);
  return { ...setup, chat, deliveries, waits, webhook };
}

describe.each(CHAT_NAMES)('a webhook for %s', (format) => {
  it('sends an update as messages that the service accepts', async () => {
    const { announce, chat, deliver, deliveries } = await withChat(format);
    await announce(3);
    await deliver();
    expect(chat.problems).toEqual([]);
    expect(chat.accepted).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('sends a sample on request', async () => {
    const { chat, webhook, webhooks } = await withChat(format);
    expect(await webhooks.test(webhook.id)).toMatchObject({ status: 'delivered', test: true });
    expect(JSON.stringify(chat.accepted)).toContain('Hello from feedctl');
  });

  it('keeps its address secret wherever it is shown', async () => {
    const { announce, chat, deliver, deliveries, webhook, webhooks } = await withChat(format, {
      headers: { 'X-Key': 'header-secret-4711' },
    });
    const broken = { status: 500, body: `cannot post to ${chat.url}, key header-secret-4711` };
    chat.answerNext(broken, { ...broken, status: 410 });
    await announce(1);
    await deliver();
    await webhooks.test(webhook.id);
    const [{ id } = { id: '' }] = await deliveries();
    const refused = await webhooks
      .update(webhook.id, { url: chat.url.replace('http:', 'ftp:') })
      .catch((error: Error) => error.message);
    const shown = [
      webhook,
      await webhooks.list(),
      await webhooks.get(webhook.id),
      await webhooks.delivery(id),
      await deliveries(),
      refused,
    ];
    expect(refused).toMatch(/http/);
    expect(chat.received[0]?.headers['x-key']).toBe('header-secret-4711');
    expect(webhook).toMatchObject({
      format,
      url: `${new URL(chat.url).origin}/***`,
      headers: { 'x-key': '***' },
    });
    for (const secret of [...chat.secrets, 'header-secret-4711']) {
      expect(JSON.stringify(shown)).not.toContain(secret);
    }
  });

  it('waits as long as the service asks, which is no failure', async () => {
    const { announce, chat, clock, deliver, deliveries } = await withChat(format);
    const retryAt = new Date(clock.now() + 14_000).toISOString();
    chat.answerNext(
      { status: 429, headers: { 'retry-after': '7' }, body: { retry_after: 7 } },
      { status: 429, headers: { 'retry-after': '7' }, body: { retry_after: 7 } },
    );
    await announce(1);
    await deliver();
    clock.advance(6999);
    await deliver();
    expect(chat.received).toHaveLength(1);
    clock.advance(1);
    await deliver();
    expect(await deliveries()).toMatchObject([
      { status: 'pending', next_attempt_at: retryAt, last_status: 429 },
    ]);
    clock.advance(7000);
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 3 }]);
  });

  it('asks less often after an hour without a success, whichever message comes next', async () => {
    const { announce, chat, clock, deliver } = await withChat(format);
    const limited = { status: 429, headers: { 'retry-after': '7' }, body: { retry_after: 7 } };
    chat.answerNext(limited, limited);
    await announce(1);
    await deliver();
    clock.advance(3_600_000);
    await deliver();
    expect(chat.received).toHaveLength(2);
    await announce(1);
    clock.advance(359_000);
    await deliver();
    expect(chat.received).toHaveLength(2);
    clock.advance(1000);
    await deliver();
    expect(chat.received.length).toBeGreaterThan(2);
  });

  it('sends long updates as several messages and repeats none of them', async () => {
    const { announce, chat, clock, deliver, deliveries, waits } = await withChat(format);
    chat.answerNext(FAKES[format].accepted, { status: 503, body: 'try later' });
    await announce(longItems());
    await deliver();
    expect(await deliveries()).toMatchObject([
      { status: 'pending', last_error: expect.stringMatching(/^Message 2 of \d: /) },
    ]);
    clock.advance(60_000);
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    const sent = chat.received.map(({ body }) => body.toString('utf8'));
    // The second one was refused at first.
    expect(sent[1]).toBe(sent[2]);
    expect(new Set(sent).size).toBe(sent.length - 1);
    expect(chat.problems).toEqual([]);
    const { intervalMs, messages } = FORMATS[format].limits;
    expect(sent.length - 1).toBeGreaterThan(1);
    expect(sent.length - 1).toBeLessThanOrEqual(messages);
    expect(waits).toEqual(waits.map(() => intervalMs));
  });

  it('has the time of one attempt for all messages of an update', async () => {
    const { announce, deliver, deps } = await withChat(format);
    const { sender } = deps;
    const given: number[] = [];
    onTestFinished(() => {
      deps.sender = sender;
    });
    deps.sender = {
      ...sender,
      async post(url, message) {
        given.push(message.timeoutMs);
        await sleep(20);
        return sender.post(url, message);
      },
    };
    await announce(longItems());
    await deliver(5000);
    expect(given.length).toBeGreaterThan(1);
    expect(given[0]).toBeGreaterThan(4000);
    expect(given[1]).toBeLessThan(4990);
  });
});

function longItems() {
  const description = 'A sentence of the item. '.repeat(60);
  return Array.from({ length: 100 }, (_, index) => ({
    guid: `${index}`,
    link: `https://example.com/item-${index}`,
    title: `Item ${index}`,
    description,
  }));
}

const GONE: [ChatName, { status: number; body: string | object }, RegExp][] = [
  ['slack', { status: 200, body: 'no_service' }, /Slack.*no_service.*new incoming webhook/],
  ['slack', { status: 404, body: 'channel_not_found' }, /HTTP 404: channel_not_found/],
  [
    'discord',
    { status: 404, body: { code: 10015, message: 'Unknown Webhook' } },
    /Unknown Webhook/,
  ],
  [
    'telegram',
    {
      status: 403,
      body: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked' },
    },
    /blocked/,
  ],
];

describe('a chat that is gone', () => {
  it.each(GONE)('%s %j disables the webhook', async (format, answer, reason) => {
    const { announce, chat, deliver, deliveries, webhook, webhooks } = await withChat(format);
    chat.answerNext(answer);
    await announce(1);
    await deliver();
    expect(await webhooks.get(webhook.id)).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringMatching(reason),
    });
    expect(await deliveries()).toMatchObject([{ status: 'held' }]);
  });
});

describe('the rate of messages', () => {
  it('is kept between updates, and other webhooks do not wait', async () => {
    const { announce, chat, clock, deliver } = await withChat('discord');
    const other = await startReceiver();
    await createWebhook({ url: other.url });
    await announce(1);
    await announce(1);
    await deliver();
    expect([chat.accepted.length, other.received.length]).toEqual([1, 2]);
    clock.advance(1999);
    await deliver();
    expect(chat.accepted).toHaveLength(1);
    clock.advance(1);
    await deliver();
    expect(chat.accepted).toHaveLength(2);
  });

  it('is waited for by a command that ends soon', async () => {
    const { announce, chat, deps, waits } = await withChat('slack');
    await announce(1);
    await announce(1);
    expect(await deliverDue(deps, { withinMs: 20_000 })).toEqual({ delivered: 2, failed: 0 });
    expect(chat.accepted).toHaveLength(2);
    expect(waits).toEqual([1001]);
  });
});

describe('the settings of a webhook for a chat', () => {
  it('with another address send everything again, and at once', async () => {
    const { announce, chat, clock, deliver, deliveries, webhook, webhooks } =
      await withChat('ntfy');
    const [other, text] = [await startChat('ntfy'), 'A sentence of the item. '.repeat(60)];
    chat.answerNext(
      { status: 200, body: { id: '1' } },
      { status: 429, body: { retry_after: 900 } },
    );
    await announce(
      Array.from({ length: 40 }, (_, index) => ({ title: `Item ${index}`, description: text })),
    );
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'pending', last_status: 429 }]);
    await webhooks.update(webhook.id, { url: other.url });
    clock.advance(900_000);
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'delivered' }]);
    expect(other.received[0]?.body).toEqual(chat.received[0]?.body);
    expect(other.problems).toEqual([]);
  });

  it('change one by one; the masked address means the stored one', async () => {
    const { announce, chat, deliver, webhook, webhooks } = await withChat('slack');
    const changed = await webhooks.update(webhook.id, {
      url: webhook.url,
      headers: { Authorization: 'one', 'X-Two': 'two-secret' },
    });
    expect(changed.headers).toEqual({ authorization: '***', 'x-two': '***' });
    const fewer = await webhooks.update(webhook.id, { headers: { AUTHORIZATION: null } });
    expect(fewer.headers).toEqual({ 'x-two': '***' });
    await announce(1);
    await deliver();
    expect(chat.accepted).toHaveLength(1);
    expect(chat.received[0]?.headers).toMatchObject({ 'x-two': 'two-secret' });
    expect(chat.received[0]?.headers.authorization).toBeUndefined();
    expect(await webhooks.update(webhook.id, { headers: null })).not.toHaveProperty('headers');
  });

  it.each([
    ['https://hooks.slack.com/services/T0/B0/secret-token', 'slack', 'https://hooks.slack.com/***'],
    ['https://discord.com/api/webhooks/1/secret-token', 'discord', 'https://discord.com/***'],
    ['https://discord.com/api/webhooks/1/secret-token/slack', 'slack', 'https://discord.com/***'],
    [
      'https://api.telegram.org/bot1:secret-token/sendMessage?chat_id=2',
      'telegram',
      'https://api.telegram.org/***',
    ],
    ['https://x.webhook.office.com/secret-token', 'teams', 'https://x.webhook.office.com/***'],
    [
      'https://prod-1.westus.logic.azure.com/workflows/secret-token',
      'teams',
      'https://prod-1.westus.logic.azure.com/***',
    ],
    ['https://ntfy.sh/secret-token', 'ntfy', 'https://ntfy.sh/***'],
    ['https://hooks.example.com/x', 'standard', 'https://hooks.example.com/x'],
  ])('are recognised by the address %s', async (url, format, shown) => {
    const made = await createWebhook({ url });
    expect(made).toMatchObject({ format, url: shown });
    const plain = await createWebhook({ url: 'https://hooks.example.com/x' });
    expect(await setup.webhooks.update(plain.id, { url })).toMatchObject({ format, url: shown });
  });

  it('are secret in any format', async () => {
    const url = 'https://prod-1.westus.logic.azure.com/workflows/secret-token';
    const made = await createWebhook({ url, format: 'standard' });
    expect(made).toMatchObject({
      format: 'standard',
      url: 'https://prod-1.westus.logic.azure.com/***',
    });
  });

  const refused: [Partial<WebhookInput> & { url: string }, RegExp][] = [
    [
      { url: 'https://hooks.slack.com/services/T/B/x', format: 'standard' },
      /an address of Slack, which does not take signed events\. Use the format slack/,
    ],
    [{ url: 'http://127.0.0.1:2/x', format: 'telegram' }, /sendMessage.*api\.telegram\.org/],
    [{ url: 'http://127.0.0.1:2/***', format: 'slack' }, /address itself/],
    [{ url: 'http://127.0.0.1:2/x', template: '{}' }, /"template" is for the format template/],
    [{ url: 'http://127.0.0.1:2/x', format: 'template' }, /needs a "template"/],
    [
      { url: 'http://127.0.0.1:2/x', format: 'template', template: '{"a":"{{nope}}"}' },
      /unknown field \{\{nope\}\}.*headline/,
    ],
  ];
  it.each(refused)('are refused: %j', async (input, message) => {
    await expect(setup.webhooks.create(input)).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringMatching(message),
    });
  });
});

describe('a webhook with a template', () => {
  it('sends what the template makes, with the headers', async () => {
    const receiver = await startReceiver();
    const webhook = await createWebhook({
      url: receiver.url,
      format: 'template',
      template: '{"msg":"{{headline}}","urls":[{{#items}}"{{url}}"{{^last}},{{/last}}{{/items}}]}',
      headers: { authorization: 'Bearer abcdef123456' },
    });
    expect(webhook).toMatchObject({ format: 'template', template: expect.stringContaining('msg') });
    await setup.announce(2);
    await setup.deliver();
    const [message] = receiver.received;
    expect(JSON.parse(String(message?.body))).toEqual({
      msg: expect.stringMatching(/^Feed \d+: 2 new$/),
      urls: [expect.stringMatching(/^http/), expect.stringMatching(/^http/)],
    });
    expect(message?.headers.authorization).toBe('Bearer abcdef123456');
  });

  it('reports a template that fails for this update only, and a receiver that is not there', async () => {
    const receiver = await startReceiver();
    const gone = `http://127.0.0.1:${await freePort()}/`;
    const template = '{"dates":[{{#items}}{{#date}}of {{date}}{{/date}}{{/items}}]}';
    const [broken, unreachable] = [
      await createWebhook({ url: receiver.url, format: 'template', template }),
      await createWebhook({ url: gone, format: 'template', template: '{"count":{{count}}}' }),
    ];
    await setup.announce(1);
    await setup.deliver();
    expect(receiver.received).toHaveLength(0);
    const failed = { status: 'pending', attempts: 1, last_status: null };
    expect(await setup.deliveries(broken.id)).toMatchObject([
      { ...failed, last_error: expect.stringMatching(/^The template does not make a JSON object/) },
    ]);
    const [delivery] = await setup.deliveries(unreachable.id);
    expect(delivery).toMatchObject({ ...failed, last_error: expect.stringContaining('127.0.0.1') });
    const { log } = await setup.webhooks.delivery(delivery?.id ?? '');
    expect(log).toMatchObject([
      { response: null, request: expect.stringContaining('{"count":1}') },
    ]);
  });
});
