import { expect, it } from 'vitest';
import { expectParts } from '../updates.js';

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
