import { expect, it } from 'vitest';
import { testAnswers, testSizes } from '../chat-tests.js';
import { addressProblem, expectParts, first } from '../updates.js';
import { answers } from './answers.js';

testAnswers('apprise', answers);

testSizes('apprise', {
  parts: { title: 250, body: 553, type: 4, format: 4 },
  long: [7915, 7915, 7915, 7915, 7930],
  short: [3290, 3290, 3290, 3290, 3306],
  limits: { messages: 5, intervalMs: 1000 },
});

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('apprise', {
    whole: { body: 'Two * <b> (changed)\nA text.\nhttps://example.com/1' },
    bare: { body: 'Bare' },
  });
});

it('has what the address asks for in the body', () => {
  expect(first('apprise', 'http://apprise/notify?urls=mailto://a')).toMatchObject({
    url: 'http://apprise/notify',
    body: { urls: 'mailto://a' },
  });
  expect(addressProblem('apprise', 'https://apprise.example.com/')).toMatch(/notify/);
});
