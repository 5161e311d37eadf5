import { expect, it } from 'vitest';
import { testAnswers, testSizes } from '../chat-tests.js';
import { addressProblem, bodies, expectParts, first, item, update } from '../updates.js';
import { answers } from './answers.js';

testAnswers('telegram', answers);

testSizes('telegram', {
  parts: { text: 1435, parse_mode: 4 },
  long: [3473, 3473, 3473, 3473, 3488],
  short: [3800, 3800, 3800, 3800, 3816],
  limits: { messages: 5, intervalMs: 3000 },
});

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('telegram', {
    whole: {
      text: expect.stringMatching(
        /\n\n<a href="https:\/\/example.com\/1">Two \* &lt;b&gt;<\/a> \(changed\) · Ann, Bo\nA text\.$/,
      ),
      link_preview_options: { is_disabled: false },
    },
    bare: { text: expect.stringMatching(/\n\nBare$/) },
  });
});

it('has no preview of the first of several links', () => {
  expect(bodies('telegram', update([item(), item()]))[0]).toMatchObject({
    link_preview_options: { is_disabled: true },
  });
});

it('has the chat in the body, not in the address', () => {
  expect(
    first(
      'telegram',
      'https://api.telegram.org/bot1:T/sendMessage?chat_id=-100&message_thread_id=3',
    ),
  ).toMatchObject({
    url: 'https://api.telegram.org/bot1:T/sendMessage',
    body: { chat_id: '-100', message_thread_id: '3' },
  });
});

it('refuses an address without a chat, and one of another method', () => {
  const problem = (address: string) => addressProblem('telegram', address);
  expect(problem('https://api.telegram.org/bot1:T/sendMessage')).toMatch(/chat_id/);
  expect(problem('https://api.telegram.org/')).toMatch(/sendMessage/);
});

it('mentions nobody and names no command', () => {
  const title = 'Ask @someone /start';
  const [message] = bodies('telegram', update([item({ title, url: 'https://a.test/@ann/start' })]));
  const { text } = message as { text: string };
  expect(text).toContain('href="https://a.test/@ann/start"');
  expect(text.replace(/href="[^"]*"/g, '')).not.toMatch(/@someone| \/start/);
});
