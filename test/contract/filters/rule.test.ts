import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filtersInputSchema, parseRule, printRule } from '../../../src/contract/index.js';
import { anyText } from '../../support/any-text.js';

describe('parseRule', () => {
  const rules: [string, object][] = [
    ['solar', { field: null, kind: 'words', words: ['solar'] }],
    ['  solar   sail* ', { field: null, kind: 'words', words: ['solar', 'sail*'] }],
    ['"solar  sail"', { field: null, kind: 'phrase', phrase: 'solar sail' }],
    ['"6" nails"', { field: null, kind: 'phrase', phrase: '6" nails' }],
    ['title:bus', { field: 'title', kind: 'words', words: ['bus'] }],
    ['TITLE: bus', { field: 'title', kind: 'words', words: ['bus'] }],
    ['author:"Ada Lovelace"', { field: 'author', kind: 'phrase', phrase: 'Ada Lovelace' }],
    [
      '/spons(or|ored)/i',
      { field: null, kind: 'regex', source: 'spons(or|ored)', ignoreCase: true },
    ],
    ['url:/a/b/', { field: 'url', kind: 'regex', source: 'a/b', ignoreCase: false }],
    ['12:30', { field: null, kind: 'words', words: ['12:30'] }],
    ['"titel:bus"', { field: null, kind: 'phrase', phrase: 'titel:bus' }],
    ['C++', { field: null, kind: 'words', words: ['C++'] }],
  ];
  it.each(rules)('reads %s', (text, rule) => {
    expect(parseRule(text)).toEqual(rule);
  });

  const invalid: [string, RegExp][] = [
    ['', /empty/],
    ['   ', /empty/],
    ['title:', /nothing follows title:/],
    ['titel:bus', /titel: is not a prefix \(title:, .*"titel:bus"/],
    ['https://example.com', /url:"https:\/\/example.com"/],
    ['""', /phrase is empty/],
    ['"  * "', /phrase is empty/],
    ['"bus', /no closing quote/],
    ['bus"', /no opening quote/],
    ['*', /star needs letters/],
    ['bus *', /star needs letters/],
    ['/bus', /no closing slash/],
    ['//', /regular expression is empty/],
    ['/bus/gi', /"gi"/],
    ['x'.repeat(201), /longer than 200/],
  ];
  it.each(invalid)('says why %j cannot match', (text, why) => {
    expect(parseRule(text)).toEqual({ problem: expect.stringMatching(why) });
  });

  it('reads what printRule writes as the same rule, and never throws', () => {
    const parts = fc.constantFrom(
      'title:',
      'tag:',
      '"',
      '/',
      '/i',
      ' ',
      '*',
      'bus',
      'Ä',
      ':',
      'x\ny',
    );
    const text = fc.oneof(
      anyText(),
      fc.array(parts, { maxLength: 8 }).map((each) => each.join('')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const rule = parseRule(typed);
        if ('problem' in rule) expect(rule.problem).not.toBe('');
        else expect(parseRule(printRule(rule))).toEqual(rule);
      }),
    );
  });
});

describe('filtersInputSchema', () => {
  it('names the rule that cannot match', () => {
    const result = filtersInputSchema.safeParse({ exclude: ['bus', 'titel:x'] });
    expect(result.error?.issues[0]).toMatchObject({
      path: ['exclude', 1],
      message: expect.stringContaining('cannot match (titel:x)'),
    });
  });

  it('takes at most 100 rules a list', () => {
    const rules = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);
    expect(filtersInputSchema.safeParse({ include: rules(100) }).success).toBe(true);
    expect(filtersInputSchema.safeParse({ include: rules(101) }).success).toBe(false);
  });
});
