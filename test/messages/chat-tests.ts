import { expect, it } from 'vitest';
import { RENDERERS } from '../../src/messages/renderers.js';
import { makeUpdate } from '../../src/messages/update.js';
import type { MessageFormat } from '../../src/resources/message-formats.js';
import type { RecordedAnswers } from '../fakes/chat-fake.js';
import type { ChatName } from '../fakes/chats.js';
import { bodies, FEED, item, update } from './updates.js';

export function answer(
  status: number,
  body: string | object = '',
  headers: Record<string, string | string[]> = {},
) {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

export function failure(format: MessageFormat, ...args: Parameters<typeof answer>) {
  return RENDERERS[format].failure(answer(...args));
}

/** What recorded answers of a chat mean. */
export function testAnswers(
  chat: ChatName,
  { accepted, refusedWith200, gone, kept, told }: RecordedAnswers,
): void {
  it.each(accepted)('%i %j is success', (...args) => {
    expect(failure(chat, ...args)).toBeNull();
  });

  it.runIf(refusedWith200.length > 0).each(refusedWith200)(
    '200 with an error in the body: %j',
    (body, problem, { gone: isGone = false, waits } = {}) => {
      expect(failure(chat, 200, body)).toEqual({
        problem: expect.stringMatching(problem),
        gone: isGone,
        waitMs: waits ?? null,
      });
    },
  );

  it.runIf(gone.length > 0).each(gone)('%i %j: the receiver is gone', (...args) => {
    expect(failure(chat, ...args)).toMatchObject({ gone: true, waitMs: null });
  });

  it.runIf(kept.length > 0).each(kept)('%i %j: it is not', (...args) => {
    expect(failure(chat, ...args)).toMatchObject({ gone: false, waitMs: null });
  });

  it.runIf(told.length > 0).each(told)(
    '%i %j is what the owner is told',
    (status, body, problem) => {
      const said = failure(chat, status, body)?.problem;
      expect(said).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
    },
  );
}

/** Longer than any limit, of characters that every format escapes. */
const LONG = item({
  title: '*<&_> '.repeat(800),
  description_text: '*<&_> '.repeat(800),
  authors: Array(5).fill({ name: '*<&_> '.repeat(200) }),
});

/** Lengths of the texts and lists of a message, by their names. */
function lengths(value: unknown, name = ''): Record<string, number> {
  if (typeof value === 'string') return { [name]: value.length };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign(
    Array.isArray(value) ? { [name]: value.length } : {},
    ...Object.entries(value).map(([key, one]) => lengths(one, Array.isArray(value) ? name : key)),
  );
}

/**
 * How long the parts of an item without end get, and how much of a hundred of them, and of a hundred
 * short ones, is in each message.
 */
export function testSizes(
  chat: ChatName,
  sizes: {
    parts: Record<string, number>;
    long: readonly number[];
    short: readonly number[];
    limits: { messages: number; intervalMs: number };
  },
): void {
  it('fills messages up to their limits', async () => {
    // Its own row, of which the build makes that of `FORMATS`.
    const { row } = await import(`../../src/messages/${chat}/row.ts`);
    const size = (body: object) => JSON.stringify(body).length;
    const short = item({ description_text: '' });
    expect({
      parts: lengths(
        bodies(
          chat,
          makeUpdate('evt_1', { ...FEED, title: LONG.title }, { added: [LONG], changed: [] }),
        )[0],
      ),
      long: bodies(chat, update(Array(100).fill(LONG))).map(size),
      short: bodies(chat, update(Array(1000).fill(short))).map(size),
      limits: row.limits,
    }).toEqual(sizes);
  });
}
