import { expect, it } from 'vitest';
import { testAnswers, testSizes } from '../chat-tests.js';
import { bodies, expectParts, item, update } from '../updates.js';
import { answers } from './answers.js';

testAnswers('slack', answers);

testSizes('slack', {
  parts: { text: 404, blocks: 2, type: 4, elements: 2, url: 21 },
  long: [10864, 10864, 10864, 10864, 11001],
  short: [6873, 6873, 6873, 6873, 7011],
  limits: { messages: 5, intervalMs: 1000 },
});

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('slack', {
    whole: {
      text: 'Example &lt;News&gt; &amp; *more*: Two * &lt;b&gt;',
      blocks: [
        expect.anything(),
        richText(
          { type: 'link', url: 'https://example.com/1', text: 'Two * <b>' },
          { type: 'text', text: ' (changed) · Ann, Bo\nA text.' },
        ),
      ],
    },
    bare: { blocks: [expect.anything(), richText({ type: 'text', text: 'Bare' })] },
  });
});

function richText(...elements: object[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

it('names the feed and the count of several in a notification', () => {
  expect(bodies('slack', update([item(), item()]))[0]).toHaveProperty(
    'text',
    'Example &lt;News&gt; &amp; *more*: 2 new',
  );
});

it('has no markup that a source could write', () => {
  const hostile = '*b* _i_ `c` ~s~ https://evil.example <!channel> a & b';
  const [message] = bodies('slack', update([item({ title: hostile })]));
  expect(message).toMatchObject({
    mrkdwn: false,
    blocks: [
      {},
      richText(
        { type: 'link', url: 'https://example.com/1', text: hostile },
        { type: 'text', text: '\nText of the item.' },
      ),
    ],
  });
  expect(JSON.stringify(message)).not.toContain('"type":"mrkdwn"');
});
