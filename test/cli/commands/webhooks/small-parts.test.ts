import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Deduplicator } from '../../../../src/cli/commands/webhooks/receiver/deduplicator.js';
import { forwardedHeaders } from '../../../../src/cli/commands/webhooks/receiver/forwarded-headers.js';
import { eventId } from '../../../../src/cli/commands/webhooks/receiver/start-receiver.js';
import { parseHeaders } from '../../../../src/cli/commands/webhooks/verify.js';
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
