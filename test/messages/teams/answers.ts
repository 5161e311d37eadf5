import type { RecordedAnswers } from '../../fakes/chat-fake.js';

export const answers: RecordedAnswers = {
  accepted: [[200, '1'], [202], [200, {}], [200, { error: null }]],
  refusedWith200: [
    ['Summary or Text is required.', /Summary or Text/],
    [
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      /rate/,
      { waits: 60_000 },
    ],
    [{ error: { code: 'WorkflowNotFound', message: 'no' } }, /Workflow/, { gone: true }],
  ],
  gone: [[404], [410], [200, 'Webhook Bad Request - HTTP error 410']],
  kept: [[413]],
  told: [
    [404, '', /^Teams returned HTTP 404\. Create a new workflow or webhook in Teams/],
    [200, { error: 'bad' }, 'Teams refused the message: bad.'],
    [
      500,
      { error: { code: 'Internal', message: 'Try later.' } },
      'Teams returned HTTP 500: Internal: Try later.',
    ],
    [500, { error: null }, 'Teams returned HTTP 500: {"error":null}.'],
    [200, '<html>', 'Teams refused the message: an HTML page.'],
  ],
};
