import type { RecordedAnswers } from '../../fakes/chat-fake.js';

export const answers: RecordedAnswers = {
  accepted: [[200, { ok: true, result: {} }]],
  refusedWith200: [
    [{ ok: false, error_code: 400, description: 'Bad Request: chat' }, /chat/],
    ['It works!', /no answer of the Bot API/],
    [
      { ok: false, error_code: 429, description: 'Too Many', parameters: { retry_after: 35 } },
      /rate/,
      { waits: 35_000 },
    ],
  ],
  gone: [
    [401, { ok: false, error_code: 401, description: 'Unauthorized' }],
    [404, { ok: false, error_code: 404, description: 'Not Found' }],
    [403, { ok: false, error_code: 403, description: 'Forbidden: bot was kicked' }],
    [410, ''],
  ],
  kept: [[502, '<html>']],
  told: [
    [401, { error_code: 401 }, /Check the token of the bot/],
    [403, { description: 'Forbidden' }, 'Telegram returned HTTP 403: Forbidden.'],
    [
      400,
      { description: 'upgraded', parameters: { migrate_to_chat_id: -100 } },
      'Telegram returned HTTP 400: upgraded. The group has a new id: set the address with chat_id=-100.',
    ],
  ],
};
