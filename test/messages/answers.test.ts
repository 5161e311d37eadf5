import { describe, expect, it } from 'vitest';
import { waitMs } from '../../src/messages/answers.js';
import { RENDERERS } from '../../src/messages/renderers.js';
import type { MessageFormat } from '../../src/resources/message-formats.js';
import { ANSWERS, CHAT_NAMES } from '../fakes/chats.js';

function answer(status: number, body: string | object = '', headers: Record<string, string> = {}) {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function failure(format: MessageFormat, ...args: Parameters<typeof answer>) {
  return RENDERERS[format].failure(answer(...args));
}

describe.each(CHAT_NAMES)('answers of %s', (chat) => {
  const { accepted, refusedWith200, gone, kept, told } = ANSWERS[chat];

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

  it.each(gone)('%i %j: the receiver is gone', (...args) => {
    expect(failure(chat, ...args)).toMatchObject({ gone: true, waitMs: null });
  });

  it.each(kept)('%i %j: it is not', (...args) => {
    expect(failure(chat, ...args)).toMatchObject({ gone: false, waitMs: null });
  });

  it.each(told)('%i %j is what the owner is told', (status, body, problem) => {
    const said = failure(chat, status, body)?.problem;
    expect(said).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });
});

it('of a template are told by the status', () => {
  expect(failure('template', 204)).toBeNull();
  expect(failure('template', 410)).toMatchObject({ gone: true, waitMs: null });
  expect(failure('template', 404)).toMatchObject({ gone: false, waitMs: null });
});

describe('waitMs', () => {
  const NOW = Date.UTC(2026, 0, 15);
  const waits: [string, Parameters<typeof answer>, number][] = [
    ['Retry-After in seconds', [429, '', { 'retry-after': '7' }], 7000],
    [
      'Retry-After as a date',
      [429, '', { 'retry-after': new Date(NOW + 9000).toUTCString() }],
      9000,
    ],
    ['milliseconds in a header', [429, '', { 'x-ms-retry-after-ms': '2500' }], 2500],
    ['seconds with a fraction', [429, { retry_after: 1.337 }], 1337],
    ['whole seconds', [429, { retry_after: 64 }], 64_000],
    // Discord, interface version 6: the header is in milliseconds, too.
    ['milliseconds in the body', [429, { retry_after: 6457 }, { 'retry-after': '6457' }], 6457],
    [
      'the header of Discord that is in seconds in every version',
      [429, { retry_after: 6457 }, { 'x-ratelimit-reset-after': '6.457' }],
      6457,
    ],
    ['parameters of Telegram', [429, { parameters: { retry_after: 3 } }], 3000],
    ['milliseconds of the body by name', [429, { retry_after_ms: 2500 }], 2500],
    ['milliseconds by name', [429, { retry_after: 9 }, { 'retry-after-ms': '1500' }], 1500],
    [
      'a date that has passed',
      [429, '', { 'retry-after': new Date(NOW - 9000).toUTCString() }],
      1000,
    ],
    ['whole milliseconds from a thousand on', [429, { retry_after: 1000 }], 1000],
    ['a negative number', [429, { retry_after: -5 }], 60_000],
    ['nothing at all', [429], 60_000],
    ['nonsense', [429, { retry_after: 'soon' }, { 'retry-after': 'later' }], 60_000],
    ['less than a second', [429, { retry_after: 0.001 }], 1000],
    ['a year', [429, '', { 'retry-after': '31536000' }], 86_400_000],
  ];
  it.each(waits)('%s', (_, args, expected) => {
    expect(waitMs(answer(...args), NOW)).toBe(expected);
  });
});
