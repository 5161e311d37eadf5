import { expect, it } from 'vitest';
import * as z from 'zod';
import { RENDERERS } from '../../../src/messages/renderers.js';
import type { Update } from '../../../src/messages/update.js';
import { testAnswers, testSizes } from '../chat-tests.js';
import { bodies, expectParts, item, update } from '../updates.js';
import { answers } from './answers.js';

testAnswers('slack', answers);

testSizes('slack', {
  parts: { text: 404, blocks: 2, type: 4, elements: 2, url: 21 },
  long: [4913, 4913, 4913, 4913, 5065],
  short: [8409, 8409, 8409, 8409, 8563],
  limits: { messages: 5, intervalMs: 1000 },
});

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('slack', {
    whole: {
      text: 'Example &lt;News&gt; &amp; *more*: 1 changed\n\nTwo * &lt;b&gt; (changed)\nA text.\nhttps://example.com/1',
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

const textAt = (url: string, of: Update) =>
  RENDERERS.slack.render(of, { url }).map(({ body }) => (body as { text: string }).text);
const SLACK = 'https://hooks.slack.com/services/T0/B0/x';
const MATTERMOST = 'https://chat.example.org/hooks/abc';

it('names the feed and what is new in a notification of Slack', () => {
  expect(textAt(SLACK, update([item(), item()]))).toEqual([
    'Example &lt;News&gt; &amp; *more*: 2 new',
  ]);
  expect(textAt(SLACK, update([item({ title: 'One & <two>' })]))).toEqual([
    'Example &lt;News&gt; &amp; *more*: One &amp; &lt;two&gt;',
  ]);
});

it('has every headline with its address for services that show the text alone', () => {
  const items = [1, 2, 3].map((n) => item({ title: `Headline ${n}`, url: `https://a.test/${n}` }));
  const [text = ''] = textAt(MATTERMOST, update(items));
  for (const n of [1, 2, 3])
    expect(text).toContain(`Headline ${n}\nText of the item.\nhttps://a.test/${n}`);
  const long = Array.from({ length: 60 }, () => item({ title: '&'.repeat(300) }));
  for (const page of textAt(MATTERMOST, update(long))) expect(page.length).toBeLessThan(5_000);
});

/** What they take by their documentation, and what a person reads there: the text. They ignore all else. */
const PLAIN_TEXT_SERVICES = {
  // https://docs.mattermost.com/collaborate/create-and-manage-posts: posts have 16,383 characters.
  Mattermost: z.object({ text: z.string().trim().min(1).max(16_383) }),
  // https://docs.rocket.chat/docs/message: Message_MaxAllowedSize is 5,000.
  'Rocket.Chat': z.object({ text: z.string().trim().min(1).max(5_000) }),
};

it.each(Object.entries(PLAIN_TEXT_SERVICES))('is taken whole by %s', (_, service) => {
  const read = (of: Update) =>
    RENDERERS.slack.render(of, { url: MATTERMOST }).map(({ body }) => service.parse(body).text);
  expect(service.safeParse({ text: '' }).success).toBe(false);
  expect(service.safeParse({ text: 'x'.repeat(20_000) }).success).toBe(false);
  const numbered = Array.from({ length: 12 }, (_, n) =>
    item({
      title: `Headline ${n}.`,
      url: `https://a.test/${n}`,
      description_text: '<&>'.repeat(99),
    }),
  );
  const text = read(update(numbered)).join('\n');
  for (const { title, url } of numbered) {
    expect(text).toContain(title);
    expect(text).toContain(url);
  }
  expect(read(update([item({ title: '', description_text: '' })]))).toHaveLength(1);
});

it('calls nobody where a text is read for mentions', () => {
  const title = 'Storm @channel now <!here> [a](https://evil.example) mail@a.test';
  const [text = ''] = textAt(MATTERMOST, update([item({ title })]));
  expect(text).toContain('mail@a.test');
  expect(text).not.toMatch(/@channel|&lt;!here|\]\(/);
  expect(text.replaceAll('\u200b', '')).toContain('Storm @channel now &lt;!here&gt;');
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
