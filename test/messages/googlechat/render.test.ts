import { expect, it } from 'vitest';
import { testAnswers, testSizes } from '../chat-tests.js';
import { addressProblem, bodies, expectParts, first, item, update } from '../updates.js';
import { answers } from './answers.js';

testAnswers('googlechat', answers);

testSizes('googlechat', {
  parts: {
    fallbackText: 459,
    cardsV2: 1,
    cardId: 7,
    title: 257,
    sections: 1,
    widgets: 1,
    text: 884,
  },
  long: [28588, 28588, 28588, 6604],
  short: [3844, 3844, 3844, 3844, 3893],
  limits: { messages: 5, intervalMs: 1000 },
});

/** A card with these texts below its header. */
function card(...texts: string[]) {
  const widgets = texts.map((text) => ({ textParagraph: { text } }));
  return { cardsV2: [{ card: { sections: [{ widgets }] } }] };
}

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('googlechat', {
    whole: card(
      '<a href="https://example.com/1">Two * &lt;b&gt;</a> (changed) · Ann, Bo<br>A text.',
    ),
    bare: card('<b>Bare</b>'),
  });
});

it('names the only item in a notification, and counts several', () => {
  const fallback = (items: Parameters<typeof update>[0]) =>
    bodies('googlechat', update(items)).map((body) => Reflect.get(body, 'fallbackText'));
  expect(fallback([item()])).toEqual(['Example <News> & *more*: 1 new: Title']);
  expect(fallback([item(), item()])).toEqual(['Example <News> & *more*: 2 new']);
});

it('puts all messages into the thread of the address', () => {
  const address = 'https://chat.googleapis.com/v1/spaces/S/messages?key=K&token=T';
  expect(first('googlechat', address)).toMatchObject({ url: address });
  expect(first('googlechat', address)?.body).not.toHaveProperty('thread');
  expect(first('googlechat', `${address}&threadKey=news`)).toMatchObject({
    url: `${address}&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD`,
    body: { thread: { threadKey: 'news' } },
  });
});

it('refuses an address that is no webhook', () => {
  const problem = (address: string) => addressProblem('googlechat', address);
  expect(problem('https://chat.googleapis.com/v1/spaces/S')).toMatch(/spaces\/SPACE\/messages/);
  expect(problem('https://chat.googleapis.com/v1/spaces/S/messages?key=K')).toMatch(/token/);
});
