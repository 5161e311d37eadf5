import { describe, expect, it } from 'vitest';
import { isAdLabel, isCallToAction } from '../../../src/generator/fields/labels.js';

describe('isCallToAction', () => {
  it.each([
    'Read more',
    'READ THE FULL STORY …',
    'Weiterlesen »',
    'Lire l’article',
    'Číst dál→',
    'DEVAMINI OKU',
    '続きを読む',
    '더 보기',
    '12 comments',
    'View full programme of the day',
    'Περισσότερα...',
  ])('%s', (text) => {
    expect(isCallToAction(text)).toBe(true);
  });

  it.each([
    'Read more books',
    'More rain',
    'Read more:',
    'View of the harbour',
    '12 angry men',
    '',
  ])('a title: %s', (text) => {
    expect(isCallToAction(text)).toBe(false);
  });
});

describe('isAdLabel', () => {
  it.each(['Ad', 'Advertisement:', 'Sponsored by Acme Ltd.', 'PUBLICITÉ ·', '広告', 'Anzeige |'])(
    '%s',
    (text) => {
      expect(isAdLabel(text)).toBe(true);
    },
  );

  it.each(['Adrift', 'Sponsored walks', 'Advertisement::', ''])('none: %s', (text) => {
    expect(isAdLabel(text)).toBe(false);
  });
});
