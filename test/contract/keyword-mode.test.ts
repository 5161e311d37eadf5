import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordMode } from '../../src/contract/index.js';

describe('keywordMode', () => {
  const cases: [string, 'keyword' | 'headline'][] = [
    ['climate', 'keyword'],
    ['climate change', 'keyword'],
    ['one two three four five', 'keyword'],
    ['one two three four five six', 'headline'],
    ['  one  two three  ', 'keyword'],
    ['Council votes: buses free', 'headline'],
    ['Is it over?', 'headline'],
    ['It is over.', 'headline'],
    ['node.js', 'keyword'],
    ['3.5%', 'keyword'],
    ['AT&T', 'keyword'],
    // The syntax of a search always means a search.
    ['"one two three four five six"', 'keyword'],
    ['“climate change” in the Alps this year', 'keyword'],
    ['cats OR dogs in the city of Berlin', 'keyword'],
    ['cats or dogs in the city of Berlin', 'headline'],
    ['jaguar -car speed of the big cat', 'keyword'],
    ['-car', 'keyword'],
    ['Obama - a life in ten pictures', 'headline'],
    ['well-known names of the film industry', 'headline'],
    ['site:example.com one two three four five six', 'keyword'],
    ['website: one', 'headline'],
    ['東京', 'keyword'],
    ['東京で地震がありました。けが人はいません', 'headline'],
    ['मौसम खराब है।', 'headline'],
    ['هل انتهى؟', 'headline'],
  ];
  it.each(cases)('«%s» is a %s', (text, mode) => {
    expect(keywordMode(text)).toBe(mode);
  });

  it('does not mind the space around', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(keywordMode(`  ${text.trim()}\n`)).toBe(keywordMode(text.trim()));
      }),
    );
  });
});
