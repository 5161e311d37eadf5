import { expect, it } from 'vitest';
import { testAnswers, testSizes } from '../chat-tests.js';
import {
  addressProblem,
  BARE,
  bodies,
  expectParts,
  FEED,
  first,
  item,
  update,
} from '../updates.js';
import { answers } from './answers.js';

testAnswers('ntfy', answers);

testSizes('ntfy', {
  parts: { title: 248, message: 473, click: 21 },
  long: [3929, 3929, 3929, 3929, 3944],
  short: [3298, 3298, 3298, 3298, 3314],
  limits: { messages: 5, intervalMs: 1000 },
});

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('ntfy', {
    whole: {
      message: 'Two * <b> (changed)\nA text.\nhttps://example.com/1',
      click: 'https://example.com/1',
    },
    bare: { message: 'Bare' },
  });
});

it('leads to its only item; of several, to the feed', () => {
  expect(bodies('ntfy', update([BARE]))[0]).not.toHaveProperty('click');
  expect(bodies('ntfy', update([item(), item()]))[0]).toHaveProperty('click', FEED.source_url);
});

it('has the topic in the body, not in the address', () => {
  expect(first('ntfy', 'https://ntfy.example.com/alerts')).toMatchObject({
    url: 'https://ntfy.example.com/',
    body: { topic: 'alerts' },
  });
  expect(addressProblem('ntfy', 'https://ntfy.sh/')).toMatch(/topic/);
});
