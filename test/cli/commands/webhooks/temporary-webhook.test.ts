import { expect, it } from 'vitest';
import { withTemporaryWebhook } from '../../../../src/cli/commands/webhooks/temporary-webhook.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { NetworkError } from '../../../../src/client/errors.js';
import type { FeedClient } from '../../../../src/client/index.js';
import { refusal } from '../../../support/api-error.js';

const LOST = new NetworkError('Lost.', { kind: 'closed' as never, host: 'a' });

interface Service {
  /** How creating fails, one after the other. */
  creates?: (Error | undefined)[];
  deletes?: Error;
  /** Whether a webhook whose creation failed was made. */
  isMade?: boolean;
  isAborted?: boolean;
}

/** The calls for a temporary webhook, what is said, and how it ends. */
async function temporary({ creates = [], deletes, isMade = true, isAborted }: Service) {
  const failures = [...creates];
  const calls: unknown[] = [];
  const said: string[] = [];
  const stop = new AbortController();
  let address = '';
  const client = {
    async createWebhook(body: { url: string; listen_seconds?: number; scope?: string }) {
      address = body.url;
      calls.push(['create', body.scope, body.listen_seconds]);
      if (isAborted) stop.abort();
      const error = failures.shift();
      if (error !== undefined) throw error;
      return { id: 'wh_1', secret: 'whsec_1' };
    },
    async *webhooks() {
      yield { id: 'wh_0', url: 'http://other' };
      if (isMade) yield { id: 'wh_1', url: address };
    },
    async deleteWebhook(id: string) {
      calls.push(['delete', id]);
      if (deletes !== undefined) throw deletes;
    },
  } as unknown as FeedClient;
  const context = {
    signal: stop.signal,
    during: (_: string, work: () => unknown) => work(),
    notes: { warn: async (text: string) => void said.push(text) },
  } as unknown as Context;
  const facts = { listener: 'http://127.0.0.1:1/', scope: 'all' };
  const ended = await withTemporaryWebhook(context, client, facts, async (id, secret) => {
    calls.push(['work', id, secret]);
  }).catch((error: Error) => error.message);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:1\/temporary-[0-9a-f]{16}$/);
  return { calls, said, ended };
}

const WORK = ['work', 'wh_1', 'whsec_1'];
const CREATE = ['create', 'all', 120];
const DELETE = ['delete', 'wh_1'];

it.each<[string, Service, unknown[], string | undefined]>([
  ['is there while somebody listens', {}, [CREATE, WORK, DELETE], undefined],
  [
    'is one like others where its address needs a right',
    { creates: [refusal({ status: 403 })] },
    [CREATE, ['create', 'all', undefined], WORK, DELETE],
    undefined,
  ],
  [
    'is not made where it is refused',
    { creates: [refusal({ status: 400 })] },
    [CREATE],
    'Refused.',
  ],
  ['is removed when the answer was lost', { creates: [LOST] }, [CREATE, DELETE], 'Lost.'],
  ['is not there to be removed', { creates: [LOST], isMade: false }, [CREATE], 'Lost.'],
  [
    'is removed when the command was told to stop meanwhile',
    { creates: [new Error('Stopped.')], isAborted: true },
    [CREATE, DELETE],
    'Stopped.',
  ],
])('%s', async (_, service, calls, ended) => {
  expect(await temporary(service)).toEqual({ calls, said: [], ended });
});

it('says how to remove it when that fails, unless it is gone', async () => {
  const { said, ended } = await temporary({ deletes: new Error('No answer.') });
  expect(ended).toBeUndefined();
  expect(said).toEqual([
    expect.stringMatching(
      /^The temporary webhook for http\S+ was not removed: No answer\. To remove it: feedctl webhooks delete wh_1$/,
    ),
  ]);
  const errors = [{ title: 'Gone.', code: 'WEBHOOK_NOT_FOUND' }];
  const gone = refusal({
    codes: ['WEBHOOK_NOT_FOUND'],
    errorBody: { message: 'Gone.', statusCode: 404, errors },
  });
  expect((await temporary({ deletes: gone })).said).toEqual([]);
});
