import { expect, it } from 'vitest';
import { addressProblem, expectParts, first } from '../updates.js';

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
