import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { login, logout } from '../../../../src/cli/commands/auth/index.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';

let hosted: HostedDialect;
beforeEach(async () => {
  hosted = await startHostedDialect();
});
afterEach(() => hosted.close());

type Check = (typed: string) => true | string;

/** Somebody at a terminal, who answers in this order, and what was asked and stored. */
function person(answers: readonly string[]) {
  const left = [...answers];
  const asked: { question: string; check: Check }[] = [];
  const saved: unknown[] = [];
  const shown: unknown[] = [];
  const ask = async (question: string, check: Check) => {
    asked.push({ question, check });
    return left.shift() ?? '';
  };
  const context = {
    globals: { timeout: 5000 },
    prompts: { canAsk: true, text: ask, secret: ask },
    profiles: { file: 'F', save: async (...profile: unknown[]) => void saved.push(profile) },
    output: { record: async (value: unknown) => void shown.push(value) },
    notes: { note: async () => {} },
    during: (_: string, work: () => unknown) => work(),
    signal: new AbortController().signal,
  } as unknown as Context;
  const answered = () => login.run(context, {}, { embedded: false, withToken: false });
  return { answered, asked, saved, shown };
}

describe('logging in at a terminal', () => {
  it.each([
    ['one after the other', (key: string, secret: string) => [` ${key} `, ` ${secret} `]],
    ['together', (key: string, secret: string) => [`${key}:${secret}`]],
  ])('asks for address, key and secret, %s', async (_, pair) => {
    const { key, secret } = hosted.account;
    const { answered, asked, saved, shown } = person([hosted.url, ...pair(key, secret)]);
    await answered();
    const name = new URL(hosted.url).host;
    const pairOf = { apiKey: key, apiSecret: secret };
    expect(saved).toEqual([
      [name, { kind: 'remote', baseUrl: hosted.url, ...pairOf, serviceVersion: null }],
    ]);
    expect(shown).toEqual([{ profile: name, kind: 'remote', base_url: hosted.url }]);
    // Whether somebody answers there is known before the secret is typed.
    expect(hosted.requests.map(({ headers, query }) => [headers.authorization, query])).toEqual([
      ['Bearer none:none', { limit: '1' }],
      [`Bearer ${key}:${secret}`, { limit: '1' }],
    ]);
    const [address, first] = asked;
    const verdicts = ['', ' ', 'feeds.example.com', 'no address'].map((typed) =>
      address?.check(typed),
    );
    expect(verdicts).toEqual([true, true, true, expect.stringContaining('Enter an address')]);
    expect([first?.check(' '), first?.check('c_x')]).toEqual(['A value is required.', true]);
  });

  it.each([400, 401, 403, 429])('takes %i for a sign of a service', async (status) => {
    hosted.fault({ fault: { kind: 'json', status, body: { error: 'no' } } });
    const { key, secret } = hosted.account;
    const { answered, saved } = person([hosted.url, key, secret]);
    await answered();
    expect(saved).toHaveLength(1);
    expect(hosted.requests).toHaveLength(2);
  });

  it.each([404, 409, 500])('asks for no secret where %i is answered', async (status) => {
    hosted.fault({ fault: { kind: 'json', status, body: { error: 'no' } } });
    const { answered, asked, saved } = person([hosted.url]);
    await expect(answered()).rejects.toMatchObject({ status });
    expect([asked.length, saved.length, hosted.requests.length]).toEqual([1, 0, 1]);
  });
});

describe('logging out at a terminal', () => {
  it.each([
    ['embedded', 1, 'Cancelled. You are still logged in.'],
    ['work', 0, undefined],
  ])('of %s asks %i times', async (profile, times, refusal) => {
    const asked: string[] = [];
    const shown: unknown[] = [];
    const stored = { current: profile, profiles: {} };
    const context = {
      globals: {},
      env: {},
      prompts: {
        canAsk: true,
        confirm: async (question: string) => {
          asked.push(question);
          return false;
        },
      },
      profiles: { read: async () => stored, change: async () => ({ ...stored, current: 'x' }) },
      output: { record: async (value: unknown) => void shown.push(value) },
    } as unknown as Context;
    const ended = logout.run(context, {}, {});
    if (refusal === undefined) await ended;
    else await expect(ended).rejects.toThrow(refusal);
    expect(asked).toHaveLength(times);
    expect(shown).toEqual(refusal === undefined ? [{ profile, logged_out: true }] : []);
  });
});
