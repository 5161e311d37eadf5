import type { RecordedAnswers } from '../../fakes/chat-fake.js';

const error = (code: number, status: string, message: string) => ({
  error: { code, message, status },
});

export const answers: RecordedAnswers = {
  accepted: [[200, { name: 'spaces/AAAA/messages/BBBB.BBBB', text: '' }]],
  refusedWith200: [
    ['<!DOCTYPE html><title>Sign in</title>', /no answer of the Chat API/],
    [error(429, 'RESOURCE_EXHAUSTED', 'Quota'), /limits the rate/, { waits: 60_000 }],
  ],
  gone: [
    [404, error(404, 'NOT_FOUND', 'Requested entity was not found.')],
    [410, ''],
    [400, error(410, 'GONE', 'The space is gone.')],
  ],
  kept: [
    [500, error(500, 'INTERNAL', 'Internal error encountered.')],
    // A proxy in front of it.
    [404, '<html>'],
    [403, error(403, 'PERMISSION_DENIED', 'The caller does not have permission')],
  ],
  told: [
    [403, error(403, 'X', 'No.'), /HTTP 403: No\. Create a new webhook in the space/],
    [
      400,
      error(400, 'INVALID_ARGUMENT', 'Message cannot be empty.'),
      'Google Chat returned HTTP 400: Message cannot be empty.',
    ],
    [401, error(401, 'UNAUTHENTICATED', 'Bad token.'), /Create a new webhook in the space/],
    [404, error(404, 'NOT_FOUND', 'Not found.'), /Create a new webhook in the space/],
    [
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
      'Google Chat limits the rate of messages: Resource has been exhausted (e.g. check quota).',
    ],
  ],
};
