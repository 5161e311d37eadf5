import { describe, expect, it } from 'vitest';
import { failed, isSuccess, waitMs } from '../../src/messages/answers.js';
import { answer, failure } from './chat-tests.js';

it('of a template are told by the status', () => {
  expect(failure('template', 204)).toBeNull();
  expect(failure('template', 410)).toMatchObject({ gone: true, waitMs: null });
  expect(failure('template', 404)).toMatchObject({ gone: false, waitMs: null });
});

it('success is a status from 200 to 299', () => {
  const statuses = [199, 200, 299, 300];
  expect(statuses.map((status) => isSuccess(answer(status)))).toEqual([false, true, true, false]);
});

it.each<[Parameters<typeof failed>, string, number | null]>([
  [['S', answer(500)], 'S returned HTTP 500.', null],
  [['S', answer(500), { said: '' }], 'S returned HTTP 500.', null],
  [['S', answer(200), { said: 'no  way' }], 'S refused the message: no way.', null],
  [
    ['S', answer(500), { said: 'Why?', advice: 'Do so.' }],
    'S returned HTTP 500: Why? Do so.',
    null,
  ],
  [['S', answer(429)], 'S limits the rate of messages.', 60_000],
  [['S', answer(429), { gone: true }], 'S returned HTTP 429.', null],
  [['S', answer(503), { limited: true }], 'S limits the rate of messages.', 60_000],
  [
    ['S', answer(500), { said: 'x'.repeat(300) }],
    `S returned HTTP 500: ${'x'.repeat(199)}….`,
    null,
  ],
])('%j is told as %s', (args, problem, waits) => {
  const gone = args[2]?.gone ?? false;
  expect(failed(...args)).toEqual({ problem, gone, waitMs: waits });
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
    ['a wait of nothing', [429, { retry_after: 0 }], 1000],
    ['the first of two headers', [429, '', { 'retry-after': ['7', '9'] }], 7000],
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
