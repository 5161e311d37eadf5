import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveries } from '../../../../src/cli/commands/webhooks/deliveries/list.js';
import { scopeId } from '../../../../src/cli/commands/webhooks/manage/input-options.js';
import {
  deleteWebhook,
  enable,
  test as sendSample,
} from '../../../../src/cli/commands/webhooks/manage/single.js';
import { Deduplicator } from '../../../../src/cli/commands/webhooks/receiver/deduplicator.js';
import { forwardedHeaders } from '../../../../src/cli/commands/webhooks/receiver/forwarded-headers.js';
import { eventId } from '../../../../src/cli/commands/webhooks/receiver/start-receiver.js';
import { parseHeaders } from '../../../../src/cli/commands/webhooks/verify.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { run } from '../../../support/cli-host.js';

describe('parseHeaders', () => {
  it('reads what tools print', () => {
    const lines = [
      'POST /hook HTTP/1.1\r',
      '> Webhook-Id: msg_1\r',
      'webhook-timestamp:1614265330',
      'webhook-signature: v1,aaa=',
      'Webhook-Signature: v1,bbb=',
      'Empty:',
      '',
    ];
    expect(parseHeaders(lines)).toEqual({
      'webhook-id': ['msg_1'],
      'webhook-timestamp': ['1614265330'],
      'webhook-signature': ['v1,aaa=', 'v1,bbb='],
      empty: [''],
    });
  });

  it.each(['no header', ': value', 'na me: value', '{"a": 1}'])('refuses "%s"', (line) => {
    expect(() => parseHeaders([line])).toThrow(/is not a header\. The form is name: value/);
  });

  it('never breaks on any text otherwise', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        try {
          parseHeaders(lines);
        } catch (error) {
          expect(error).toMatchObject({ name: 'UsageError' });
        }
      }),
    );
  });
});

describe('forwardedHeaders', () => {
  it('keeps all but those of the connection', () => {
    expect(
      forwardedHeaders({
        host: 'here',
        connection: 'keep-alive, X-Hop',
        'x-hop': '1',
        'content-length': '5',
        'transfer-encoding': 'chunked',
        'content-type': 'application/json',
        'webhook-id': 'evt_1',
        'x-forwarded-for': '10.0.0.1',
        'set-cookie': ['a', 'b'],
        absent: undefined,
      }),
    ).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'x-forwarded-for': '10.0.0.1',
      'set-cookie': ['a', 'b'],
    });
  });
});

describe('eventId', () => {
  const body = Buffer.from('{}');
  it.each([
    ['the signed header', { 'webhook-id': 'msg_1' }, { id: 'evt_1' }, 'msg_1'],
    ['the id in the event', {}, { id: 'evt_1' }, 'evt_1'],
    ['the bytes, without one', {}, {}, /^sha256:[0-9a-f]{64}$/],
    ['the bytes, when the id is no text', {}, { id: 7 }, /^sha256:/],
    ['the bytes, when the id is empty', { 'webhook-id': '' }, { id: '' }, /^sha256:/],
  ])('is %s', (_, headers, value, expected) => {
    expect(eventId(headers, value, body)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });
});

describe('Deduplicator', () => {
  it('does each id once, whatever comes in which order, and again only after a failure', async () => {
    const arrivals = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(arrivals, async (sent) => {
        const events = new Deduplicator();
        const succeeded = new Map<string, number>();
        await Promise.allSettled(
          sent.map(({ id, fails }) =>
            events.run(id, async () => {
              await Promise.resolve();
              if (fails) throw new Error('failed');
              succeeded.set(id, (succeeded.get(id) ?? 0) + 1);
            }),
          ),
        );
        for (const times of succeeded.values()) expect(times).toBe(1);
      }),
    );
  });

  it('forgets the oldest of very many', async () => {
    const events = new Deduplicator();
    for (let id = 0; id <= 10_000; id += 1) await events.run(String(id), async () => {});
    expect(await events.run('1', async () => {})).toBe(false);
    expect(await events.run('0', async () => {})).toBe(true);
  });
});

it('listen --create says how a service elsewhere can reach this machine', async () => {
  const env = {
    FEEDCTL_BASE_URL: 'https://feeds.example.com',
    FEEDCTL_API_KEY: 'c_1',
    FEEDCTL_API_SECRET: 's_1',
  };
  const { code, stderr } = await run(['webhooks', 'listen', '--create'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('an address of this machine, which feeds.example.com cannot reach.');
  expect(stderr).toContain('Hint: feedctl webhooks create --url https://PUBLIC-ADDRESS');
});

it.each([
  [['listen', '--port', '65536'], '--port takes a whole number from 0 to 65535'],
  [['create', '--url', 'https://h.example/', '--max-items', '0'], 'from 1 to 100, not "0"'],
  [['create', '--url', 'https://h.example/', '--max-items', '101'], 'from 1 to 100, not "101"'],
  [['deliveries', '--limit', '0'], 'a whole number of at least 1, not "0"'],
])('webhooks %j is wrong usage', async (words, message) => {
  const { code, stdout, stderr } = await run(['webhooks', ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

it.each([
  [{}, { limit: 50 }],
  [
    { status: 'failed', limit: 7, offset: 2, since: new Date(0) },
    { status: 'failed', limit: 7, offset: 2, since: '1970-01-01T00:00:00.000Z' },
  ],
])('deliveries with %j are asked for with %j', async (options, query) => {
  const asked: object[] = [];
  async function* rows(given: object) {
    asked.push(given);
    yield* [{ id: 'dlv_1' }];
  }
  const context = {
    client: async () => ({ deliveries: rows }),
    during: (_: string, work: () => unknown) => work(),
    output: {
      async rows(given: AsyncIterable<unknown>) {
        for await (const _ of given);
      },
    },
  } as unknown as Context;
  await deliveries.run(context, { id: 'wh_1' }, options);
  expect(asked).toEqual([
    { webhook: 'wh_1', status: undefined, since: undefined, offset: undefined, ...query },
  ]);
});

it.each([undefined, 'all'])('the scope %s is no name to look up', async (scope) => {
  expect(await scopeId({} as Context, scope)).toBe(scope);
});

describe('a verb of one webhook', () => {
  /** Somebody at a terminal who says no, before a service that answers this. */
  function asked(answers: Readonly<Record<string, unknown>>) {
    const [said, calls]: [string[], unknown[]] = [[], []];
    const client = new Proxy(
      {},
      {
        get:
          (_, name: string) =>
          async (...given: unknown[]) => {
            calls.push([name, ...given]);
            return answers[name];
          },
      },
    );
    const say = async (text: string) => void said.push(text);
    const context = {
      globals: {},
      prompts: { canAsk: true, confirm: say },
      notes: { note: say },
      output: { record: async () => {} },
      during: (_: string, work: () => unknown) => work(),
      client: async () => answersOf(client),
    } as unknown as Context;
    return { context, said, calls };
  }

  /** An object of methods: a proxy with every property would be taken for a promise. */
  const answersOf = (client: object) =>
    Object.fromEntries(
      ['getWebhook', 'deleteWebhook', 'updateWebhook', 'listDeliveries', 'testWebhook'].map(
        (name) => [name, Reflect.get(client, name)],
      ),
    );

  it.each([
    [{ name: 'Ops', url: 'https://h.example/' }, 'Ops'],
    [{ name: '', url: 'https://h.example/' }, 'https://h.example/'],
  ])('asks before it deletes %j', async (getWebhook, name) => {
    const { context, said, calls } = asked({ getWebhook });
    await expect(deleteWebhook.run(context, { id: 'wh_1' }, {})).rejects.toThrow(
      'Nothing was deleted.',
    );
    expect(said).toEqual([`Delete webhook ${name} (wh_1) and its history?`]);
    expect(calls).toEqual([['getWebhook', 'wh_1']]);
  });

  it.each([
    [[], []],
    [
      [{ id: 'd' }],
      [
        'Events were held while it was disabled. To send them: feedctl webhooks resend wh_1 --since 30d',
      ],
    ],
  ])('enables it, and says what to do with %j', async (listDeliveries, notes) => {
    const { context, said, calls } = asked({ updateWebhook: { id: 'wh_1' }, listDeliveries });
    await enable.run(context, { id: 'wh_1' }, {});
    expect(calls).toEqual([
      ['updateWebhook', 'wh_1', { enabled: true }],
      ['listDeliveries', { webhook: 'wh_1', status: 'held', limit: 1 }],
    ]);
    expect(said).toEqual(notes);
  });

  it.each([
    [{ status: 'delivered', last_error: null }, undefined],
    [{ status: 'failed', last_error: 'HTTP 500' }, 'was not delivered: HTTP 500'],
    [{ status: 'failed', last_error: null }, 'was not delivered: failed'],
  ])('a sample of %j', async (testWebhook, message) => {
    const { context } = asked({ testWebhook });
    const ended = sendSample.run(context, { id: 'wh_1' }, {});
    if (message === undefined) return expect(await ended).toBeUndefined();
    const error = { exitCode: 9, message: expect.stringContaining(message) };
    await expect(ended).rejects.toMatchObject(error);
  });
});
