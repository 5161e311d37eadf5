import type { RecordedAnswers } from '../../fakes/chat-fake.js';

export const answers: RecordedAnswers = {
  accepted: [[200, { id: 'x', event: 'message' }]],
  refusedWith200: [[{ code: 42901, http: 429, error: 'limit reached' }, /rate/, { waits: 60_000 }]],
  gone: [[404, { code: 40401, http: 404, error: 'page not found' }], [410]],
  kept: [[404, '404 page not found']],
  told: [
    [403, { http: 403, error: 'forbidden' }, /: forbidden\. The topic is protected: set --header/],
    [401, '', /^ntfy returned HTTP 401\. The topic is protected/],
    [400, { error: 'bad topic' }, 'ntfy returned HTTP 400: bad topic.'],
    [200, { http: 500 }, 'ntfy refused the message: {"http":500}.'],
    [200, { error: 'full' }, 'ntfy refused the message: full.'],
  ],
};
