import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  isStandardSecret,
  newStandardSecret,
  type SignedMessage,
  standardHeaders,
  verifyWebhook,
} from '../../src/contract/webhook-signature.js';
import { anyText } from '../support/any-text.js';

/** The vector of the Standard Webhooks specification. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Verifies the vector's message after a change to it. */
function verify(
  change: {
    secrets?: string[];
    headers?: Record<string, string | undefined>;
    body?: Uint8Array;
    now?: number;
    tolerance?: number;
  } = {},
) {
  const { headers, ...rest } = change;
  return verifyWebhook({
    scheme: 'standard',
    secrets: [VECTOR.secret],
    headers: {
      'webhook-id': VECTOR.id,
      'webhook-timestamp': String(VECTOR.timestamp),
      'webhook-signature': VECTOR.signature,
      ...headers,
    },
    body: bytes(VECTOR.body),
    now: VECTOR.timestamp,
    ...rest,
  });
}

const verifyWith = (secret: string, received: Pick<SignedMessage, 'headers' | 'body' | 'now'>) =>
  verifyWebhook({ scheme: 'standard', secrets: [secret], ...received });

const accepted = { ok: true, scheme: 'standard', timestamp: VECTOR.timestamp };

function signStandard(secret: string, message: { id: string; timestamp: number; body: string }) {
  return standardHeaders([secret], message)['webhook-signature'];
}

describe('standardHeaders', () => {
  it('gives the signature of Standard Webhooks, with and without whsec_', () => {
    const { secret, signature } = VECTOR;
    expect(signStandard(secret, VECTOR)).toBe(signature);
    expect(signStandard(secret.slice('whsec_'.length), VECTOR)).toBe(signature);
  });

  it('refuses what is no secret, without repeating it', () => {
    for (const secret of ['', 'whsec_', 'whsec_not base64!', 'pässword']) {
      expect(isStandardSecret(secret)).toBe(false);
      expect(() => signStandard(secret, VECTOR)).toThrow(
        'The webhook secret is not whsec_ followed by base64.',
      );
    }
  });
});

describe('newStandardSecret', () => {
  it('is a new secret of 32 bytes each time', () => {
    const secret = newStandardSecret();
    expect(isStandardSecret(secret)).toBe(true);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newStandardSecret()).not.toBe(secret);
  });
});

describe('verifyWebhook', () => {
  it('accepts the vector of Standard Webhooks', () => {
    expect(verify()).toEqual(accepted);
  });

  const alsoAccepted: [string, Parameters<typeof verify>[0]][] = [
    [
      'names of headers in any case',
      { headers: { 'webhook-id': undefined, 'Webhook-Id': VECTOR.id } },
    ],
    ['one of several secrets', { secrets: [OTHER_SECRET, VECTOR.secret] }],
    [
      'one of several signatures',
      { headers: { 'webhook-signature': `v1,AAAA v1a,BBBB ${VECTOR.signature}` } },
    ],
    [
      'a header that was sent twice',
      { headers: { 'webhook-signature': `${VECTOR.signature}, v1,AAAA` } },
    ],
    ['300 s ago', { now: VECTOR.timestamp + 300 }],
    ['300 s ahead', { now: VECTOR.timestamp - 300 }],
    ['an hour ago, when an hour is allowed', { now: VECTOR.timestamp + 3600, tolerance: 3600 }],
  ];
  it.each(alsoAccepted)('accepts %s', (_, change) => {
    expect(verify(change)).toEqual(accepted);
  });

  const refused: [string, Parameters<typeof verify>[0], RegExp][] = [
    ['another secret', { secrets: [OTHER_SECRET] }, /fits neither/],
    ['no secret', { secrets: [] }, /no secret/],
    ['a secret of another scheme', { secrets: ['pässword'] }, /no secret/],
    ['another body', { body: bytes('{"test": 2432232315}') }, /fits neither/],
    ['the same JSON printed differently', { body: bytes('{"test":2432232314}') }, /fits neither/],
    ['another id', { headers: { 'webhook-id': 'msg_x' } }, /fits neither/],
    ['another time', { headers: { 'webhook-timestamp': '1614265331' } }, /fits neither/],
    [
      'the time written otherwise',
      { headers: { 'webhook-timestamp': '01614265330' } },
      /fits neither/,
    ],
    ['no id', { headers: { 'webhook-id': undefined } }, /not all headers/],
    ['no time', { headers: { 'webhook-timestamp': undefined } }, /not all headers/],
    ['no signature', { headers: { 'webhook-signature': undefined } }, /not all headers/],
    ['a time that is none', { headers: { 'webhook-timestamp': '1614265330x' } }, /no number/],
    ['an empty signature', { headers: { 'webhook-signature': '' } }, /fits neither/],
    [
      'another version',
      { headers: { 'webhook-signature': VECTOR.signature.replace('v1', 'v2') } },
      /fits neither/,
    ],
    ['301 s ago', { now: VECTOR.timestamp + 301 }, /signed 301 s ago/],
    ['301 s ahead', { now: VECTOR.timestamp - 301 }, /signed 301 s in the future/],
  ];
  it.each(refused)('refuses %s', (_, change, problem) => {
    expect(verify(change)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('tells bodies apart that are the same text after decoding', () => {
    const headers = standardHeaders([VECTOR.secret], {
      id: 'evt_1',
      timestamp: VECTOR.timestamp,
      body: '\ufffd',
    });
    expect(verify({ headers, body: bytes('\ufffd') }).ok).toBe(true);
    expect(verify({ headers, body: Uint8Array.of(0xff) }).ok).toBe(false);
  });

  const secret = fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
  const message = fc.record({
    id: fc.string({ minLength: 1 }),
    timestamp: fc.nat(4_000_000_000),
    body: anyText(),
  });

  it('accepts what was signed, also with the secret on its way out', () => {
    fc.assert(
      fc.property(secret, secret, message, (fresh, old, signed) => {
        const headers = standardHeaders([fresh, old], signed);
        const received = { headers, body: bytes(signed.body), now: signed.timestamp };
        expect(verifyWith(fresh, received).ok).toBe(true);
        expect(verifyWith(old, received).ok).toBe(true);
      }),
    );
  });

  it('and the library of Standard Webhooks agree', () => {
    fc.assert(
      fc.property(secret, message, (key, { id, body }) => {
        const timestamp = Math.floor(Date.now() / 1000);
        const headers = standardHeaders([key], { id, timestamp, body });
        expect(() => new Webhook(key).verify(body, headers, { jsonParse: false })).not.toThrow();
      }),
    );
  });

  it('refuses a message of which one bit is another', () => {
    fc.assert(
      fc.property(secret, message, fc.nat(), fc.nat(7), (key, signed, at, bit) => {
        fc.pre(signed.body.length > 0);
        const body = bytes(signed.body);
        const index = at % body.length;
        body[index] = (body[index] ?? 0) ^ (1 << bit);
        const headers = standardHeaders([key], signed);
        expect(verifyWith(key, { headers, body, now: signed.timestamp }).ok).toBe(false);
      }),
    );
  });

  it('never throws, whatever the headers say', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.string(),
        (id, time, signature, key) => {
          const headers = {
            'webhook-id': id,
            'webhook-timestamp': time,
            'webhook-signature': signature,
          };
          expect(verifyWith(key, { headers, body: bytes(''), now: 0 }).ok).toBe(false);
        },
      ),
    );
  });
});
