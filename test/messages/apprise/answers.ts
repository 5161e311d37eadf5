import type { RecordedAnswers } from '../../fakes/chat-fake.js';

export const answers: RecordedAnswers = {
  accepted: [
    [200, { error: '', details: [] }],
    [200, 'OK'],
  ],
  refusedWith200: [
    [{ error: 'One or more notifications could not be sent.' }, /could not be sent/],
  ],
  gone: [[410]],
  kept: [[404], [424], [204]],
  told: [
    [204, '', 'Apprise refused the message: no services are configured for this key.'],
    [500, { error: '' }, 'Apprise returned HTTP 500: {"error":""}.'],
  ],
};
