import type { RecordedAnswers } from '../../fakes/chat-fake.js';

export const answers: RecordedAnswers = {
  accepted: [[204], [200, { id: '1', content: 'x' }]],
  refusedWith200: [
    [{ code: 10015, message: 'Unknown Webhook' }, /Unknown Webhook/, { gone: true }],
    [{ message: 'Limited.', retry_after: 1.5, global: false }, /rate/, { waits: 1500 }],
  ],
  gone: [
    [404, { code: 10015, message: 'Unknown Webhook' }],
    [401, { code: 50027, message: 'Invalid Webhook Token' }],
    [400, { code: 10003, message: 'Unknown Channel' }],
    [410, ''],
  ],
  kept: [[400, { code: 50035, message: 'Invalid Form Body' }]],
  told: [
    [404, '', /^Discord returned HTTP 404\. Create a new webhook in the channel/],
    [400, { code: 1, message: 'Bad' }, 'Discord returned HTTP 400: Bad.'],
    [429, '', 'Discord limits the rate of messages.'],
    [400, { id: '1' }, 'Discord returned HTTP 400: {"id":"1"}.'],
  ],
};
