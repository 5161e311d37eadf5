import { expect, it } from 'vitest';
import {
  documentOption,
  filterFlags,
  iconOption,
  readFilters,
  renderOption,
  selectOption,
  stepOption,
} from '../../../../src/cli/commands/base/field-options.js';

const SIX_STEPS = Array.from({ length: 6 }, () => 'scroll');

it.each([
  [iconOption, [''], ''],
  [iconOption, ['a.example/i.png'], 'https://a.example/i.png'],
  [iconOption, [' HTTP://a.example/i.png '], 'HTTP://a.example/i.png'],
  [iconOption, [], undefined],
  [documentOption, ['feed'], 'feed'],
  [documentOption, [], undefined],
  [renderOption, ['never'], 'never'],
  [stepOption, [' '], [' ']],
  [stepOption, SIX_STEPS.slice(1), SIX_STEPS.slice(1)],
  [selectOption, ['text=main'], { text: 'main' }],
])('%o reads %j as %j', (option, given, value) => {
  expect(option.parse(given, '--it')).toEqual(value);
});

it.each([
  [iconOption, ['ftp://a.example/i.png'], 'an http or https address, not "ftp:', undefined],
  [iconOption, ['https://'], 'an http or https address, not "https://"', undefined],
  [documentOption, ['page'], 'auto, html, feed, not "page"', undefined],
  [documentOption, ['feeds.csv'], 'auto, html, feed, not "feeds.csv".', '--from-file feeds.csv'],
  [documentOption, ['a/feeds'], 'not "a/feeds".', '--from-file a/feeds'],
  [documentOption, ['-'], 'not "-".', '--from-file -'],
  [stepOption, ['scroll', ''], '"" is not a step: --it takes', undefined],
  [stepOption, ['scroll', 'jump'], '"jump" is not a step: --it takes', undefined],
  [stepOption, SIX_STEPS, '--it takes at most 5 steps.', undefined],
  [selectOption, ['text=main', 'items=li'], '--it text=CSS stands alone', undefined],
  [selectOption, ['title=h3'], '--it items=CSS is missing.', 'For example: --select items='],
])('%o refuses %j', (option, given, message, hint) => {
  const wrong = () => option.parse(given, '--it');
  expect(wrong).toThrow(message);
  expect(wrong).toThrow(
    expect.objectContaining({
      hint: hint === undefined ? undefined : expect.stringContaining(hint),
    }),
  );
});

it.each([
  [{}, undefined],
  [{ include: [], exclude: [] }, undefined],
  [{ include: ['a', ' '] }, { include: ['a'] }],
  [{ exclude: [''] }, { exclude: [] }],
  [
    { include: ['a'], exclude: ['b'] },
    { include: ['a'], exclude: ['b'] },
  ],
])('the rules of %j are %j', (typed, filters) => {
  expect(readFilters(typed)).toEqual(filters);
});

it('rules are typed again as they are, none without any', () => {
  expect(filterFlags({})).toEqual([]);
  expect(filterFlags({ include: ['a'], exclude: ['b', 'c'] }).join(' ')).toBe(
    '--include a --exclude b --exclude c',
  );
});
