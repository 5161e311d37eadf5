import { describe, expect, it } from 'vitest';
import { waitMs } from '../../src/messages/answers.js';
import { RENDERERS } from '../../src/messages/renderers.js';
import type { MessageFormat } from '../../src/resources/message-formats.js';

function answer(status: number, body: string | object = '', headers: Record<string, string> = {}) {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function failure(format: MessageFormat, ...args: Parameters<typeof answer>) {
  return RENDERERS[format].failure(answer(...args));
}

describe('answers of success', () => {
  const successes: [MessageFormat, ...Parameters<typeof answer>][] = [
    ['slack', 200, 'ok'],
    ['slack', 200, { success: true }],
    ['discord', 204],
    ['discord', 200, { id: '1', content: 'x' }],
    ['telegram', 200, { ok: true, result: {} }],
    ['ntfy', 200, { id: 'x', event: 'message' }],
    ['teams', 200, '1'],
    ['teams', 202],
    ['apprise', 200, { error: '', details: [] }],
    ['apprise', 200, 'OK'],
    ['slack', 200, {}],
    ['teams', 200, {}],
    ['teams', 200, { error: null }],
    ['template', 204],
  ];
  it.each(successes)('%s %i %j', (format, ...args) => {
    expect(failure(format, ...args)).toBeNull();
  });
});

describe('answers of 200 with an error in the body', () => {
  const errors: [MessageFormat, string | object, RegExp, { gone?: boolean; waits?: number }?][] = [
    ['slack', 'invalid_payload', /invalid_payload/],
    ['slack', 'no_service', /no_service/, { gone: true }],
    ['slack', { ok: false, error: 'invalid_blocks' }, /invalid_blocks/],
    ['slack', '<!DOCTYPE html><title>Sign in</title>', /HTML page/],
    ['discord', { code: 10015, message: 'Unknown Webhook' }, /Unknown Webhook/, { gone: true }],
    ['discord', { message: 'Limited.', retry_after: 1.5, global: false }, /rate/, { waits: 1500 }],
    ['telegram', { ok: false, error_code: 400, description: 'Bad Request: chat' }, /chat/],
    ['telegram', 'It works!', /no answer of the Bot API/],
    [
      'telegram',
      { ok: false, error_code: 429, description: 'Too Many', parameters: { retry_after: 35 } },
      /rate/,
      { waits: 35_000 },
    ],
    ['ntfy', { code: 42901, http: 429, error: 'limit reached' }, /rate/, { waits: 60_000 }],
    ['teams', 'Summary or Text is required.', /Summary or Text/],
    [
      'teams',
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      /rate/,
      { waits: 60_000 },
    ],
    ['teams', { error: { code: 'WorkflowNotFound', message: 'no' } }, /Workflow/, { gone: true }],
    ['apprise', { error: 'One or more notifications could not be sent.' }, /could not be sent/],
  ];
  it.each(errors)('%s: %j', (format, body, problem, { gone = false, waits } = {}) => {
    expect(failure(format, 200, body)).toEqual({
      problem: expect.stringMatching(problem),
      gone,
      waitMs: waits ?? null,
    });
  });
});

describe('receivers that are gone', () => {
  const gone: [MessageFormat, ...Parameters<typeof answer>][] = [
    ['slack', 404, 'no_service'],
    ['slack', 410, 'channel_is_archived'],
    ['discord', 404, { code: 10015, message: 'Unknown Webhook' }],
    ['discord', 401, { code: 50027, message: 'Invalid Webhook Token' }],
    ['telegram', 401, { ok: false, error_code: 401, description: 'Unauthorized' }],
    ['telegram', 404, { ok: false, error_code: 404, description: 'Not Found' }],
    ['telegram', 403, { ok: false, error_code: 403, description: 'Forbidden: bot was kicked' }],
    ['ntfy', 404, { code: 40401, http: 404, error: 'page not found' }],
    ['ntfy', 410],
    ['teams', 404],
    ['apprise', 410],
    ['template', 410],
  ];
  it.each(gone)('%s %i %j', (format, ...args) => {
    expect(failure(format, ...args)).toMatchObject({ gone: true, waitMs: null });
  });

  const others: [MessageFormat, ...Parameters<typeof answer>][] = [
    ['slack', 500, 'rollup_error'],
    ['discord', 400, { code: 50035, message: 'Invalid Form Body' }],
    ['telegram', 502, '<html>'],
    // A proxy in front of a service that restarts.
    ['ntfy', 404, '404 page not found'],
    ['apprise', 404],
    ['apprise', 424],
    ['apprise', 204],
    ['template', 404],
    ['teams', 413],
  ];
  it.each(others)('not %s %i %j', (format, ...args) => {
    expect(failure(format, ...args)).toMatchObject({ gone: false, waitMs: null });
  });
});

describe('what the owner of the webhook is told', () => {
  const RECREATE = /^Slack .* Create a new incoming webhook and set its address\.$/;
  const told: [MessageFormat, number, string | object, string | RegExp][] = [
    ['slack', 410, 'channel_is_archived', RECREATE],
    ['slack', 200, { ok: false }, 'Slack refused the message: an error without a description.'],
    ['slack', 200, { success: false, error: 'no_text' }, 'Slack refused the message: no_text.'],
    ['slack', 500, 'It  broke\n!', 'Slack returned HTTP 500: It broke !'],
    ['slack', 429, 'rate_limited', 'Slack limits the rate of messages: rate_limited.'],
    ['discord', 404, '', /^Discord returned HTTP 404\. Create a new webhook in the channel/],
    ['discord', 400, { code: 1, message: 'Bad' }, 'Discord returned HTTP 400: Bad.'],
    ['discord', 400, { id: '1' }, 'Discord returned HTTP 400: {"id":"1"}.'],
    ['telegram', 401, { error_code: 401 }, /Check the token of the bot/],
    ['telegram', 403, { description: 'Forbidden' }, 'Telegram returned HTTP 403: Forbidden.'],
    [
      'telegram',
      400,
      { description: 'upgraded', parameters: { migrate_to_chat_id: -100 } },
      'Telegram returned HTTP 400: upgraded. The group has a new id: set the address with chat_id=-100.',
    ],
    [
      'ntfy',
      403,
      { http: 403, error: 'forbidden' },
      /: forbidden\. The topic is protected: set --header/,
    ],
    ['ntfy', 401, '', /^ntfy returned HTTP 401\. The topic is protected/],
    ['ntfy', 400, { error: 'bad topic' }, 'ntfy returned HTTP 400: bad topic.'],
    ['ntfy', 200, { http: 500 }, 'ntfy refused the message: {"http":500}.'],
    ['ntfy', 200, { error: 'full' }, 'ntfy refused the message: full.'],
    ['teams', 404, '', /^Teams returned HTTP 404\. Create a new workflow or webhook in Teams/],
    ['teams', 200, { error: 'bad' }, 'Teams refused the message: bad.'],
    [
      'teams',
      500,
      { error: { code: 'Internal', message: 'Try later.' } },
      'Teams returned HTTP 500: Internal: Try later.',
    ],
    ['teams', 500, { error: null }, 'Teams returned HTTP 500: {"error":null}.'],
    ['teams', 200, '<html>', 'Teams refused the message: an HTML page.'],
    ['apprise', 204, '', 'Apprise refused the message: no services are configured for this key.'],
    ['apprise', 500, { error: '' }, 'Apprise returned HTTP 500: {"error":""}.'],
  ];
  it.each(told)('%s %i %j', (format, status, body, problem) => {
    const said = failure(format, status, body)?.problem;
    expect(said).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });
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
