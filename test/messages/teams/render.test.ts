import { expect, it } from 'vitest';
import { testAnswers, testSizes } from '../chat-tests.js';
import { expectParts } from '../updates.js';
import { answers } from './answers.js';

testAnswers('teams', answers);

testSizes('teams', {
  parts: {
    type: 9,
    attachments: 1,
    contentType: 39,
    $schema: 50,
    version: 3,
    body: 3,
    text: 635,
    weight: 6,
    size: 6,
    spacing: 4,
  },
  long: [26474, 26474, 26474, 26474, 26544],
  short: [3123, 3123, 3123, 3123, 3194],
  limits: { messages: 5, intervalMs: 1000 },
});

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('teams', {
    whole: card(
      { text: '[Two \\* \\<b\\> \\(changed\\)](https://example.com/1)' },
      { text: 'Ann, Bo · A text\\.', isSubtle: true },
    ),
    bare: card({ text: 'Bare' }),
  });
});

/** A card with these blocks below its headline. */
function card(...blocks: object[]) {
  return { attachments: [{ content: { body: [expect.anything(), ...blocks] } }] };
}
