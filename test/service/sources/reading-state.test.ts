import { describe, expect, it } from 'vitest';
import {
  freshForMs,
  generatorRule,
  hasMissed,
  isRendered,
  repairedRule,
  stateAfter,
  stateAfterNotModified,
  validators,
} from '../../../src/service/sources/reading-state.js';
import type { ReadingState } from '../../../src/service/sources/source-reader.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const STATE: ReadingState = {
  ...{ pollUrl: 'https://a.test/', etag: '"1"', lastModified: 'then', bodyHash: 'h' },
  ...{ origin: 'page', rule: null },
};
const answer = (headers: Record<string, string>, permanentUrl: string | null = null) => ({
  ...{ requestedUrl: 'https://a.test/asked', url: 'https://a.test/now', permanentUrl, headers },
  ...{ status: 200, notModified: false, body: { hash: 'new' } },
});
const withRule = (rule: unknown, origin: ReadingState['origin'] = 'page') => ({
  ...STATE,
  ...{ rule, origin },
});

it.each([
  [{}, null],
  [{ 'cache-control': 'max-age=60' }, 60_000],
  [{ 'cache-control': 'public, max-age="60"', age: '20' }, 40_000],
  [{ 'cache-control': 'max-age=60', age: 'old' }, 60_000],
  [{ 'cache-control': 'max-age=60', age: '59' }, 1_000],
  [{ 'cache-control': 'max-age=60', age: '60' }, null],
  [{ 'cache-control': 'max-age=60, no-cache' }, null],
  [{ 'cache-control': 'no-store', expires: 'Sun, 15 Mar 2026 13:00:00 GMT' }, null],
  [{ 'cache-control': 's-maxage=60' }, null],
  [{ expires: 'Sun, 15 Mar 2026 13:00:00 GMT' }, 3_600_000],
  [{ expires: 'Sun, 15 Mar 2026 12:00:00 GMT' }, null],
  [{ expires: '0' }, null],
  [{ expires: 'Sun, 15 Mar 2026 13:00:00 GMT', date: 'Sun, 15 Mar 2026 12:30:00 GMT' }, 1_800_000],
])('an answer with %j is fresh for %j ms', (headers, ms) => {
  expect(freshForMs(headers as Record<string, string>, NOW)).toBe(ms);
});

it.each([
  [STATE, { 'if-none-match': '"1"', 'if-modified-since': 'then' }],
  [{ ...STATE, etag: null }, { 'if-modified-since': 'then' }],
  [{ ...STATE, lastModified: '' }, { 'if-none-match': '"1"' }],
  [{ ...STATE, etag: '"\n"', lastModified: 'Ω' }, {}],
])('asks again with what can be sent', (state, headers) => {
  expect(validators(state)).toEqual(headers);
});

describe('the state after', () => {
  const now = { etag: '"2"', 'last-modified': 'now' };
  const how = { origin: 'feed', rule: null } as const;

  it.each([
    [
      'an answer',
      answer(now),
      { pollUrl: 'https://a.test/asked', etag: '"2"', lastModified: 'now' },
    ],
    [
      'one that moved',
      answer({}, 'https://b.test/'),
      { pollUrl: 'https://b.test/', etag: null, lastModified: null },
    ],
  ])('%s', (_, given, expected) => {
    expect(stateAfter(given as never, how)).toEqual({ ...expected, bodyHash: 'new', ...how });
  });

  it.each([
    ['no change', answer({}), {}],
    ['new validators', answer(now), { etag: '"2"', lastModified: 'now' }],
    ['a move', answer({}, 'https://b.test/'), { pollUrl: 'https://b.test/' }],
  ])('%s', (_, given, expected) => {
    expect(stateAfterNotModified(given as never, STATE)).toEqual({ ...STATE, ...expected });
  });
});

describe('the rule of a page', () => {
  const rendered = (rule: unknown) => ({ rendered: true, rule });

  it.each([
    [{ misses: 1 }, true],
    [{ misses: 0 }, false],
    [{}, false],
    [null, false],
    [rendered({ misses: 2 }), true],
  ])('%j missed its list: %s', (rule, expected) => {
    expect(hasMissed(withRule(rule))).toBe(expected);
    expect(hasMissed(withRule(rule, 'feed'))).toBe(false);
  });

  it.each([
    [rendered(1), 'page', true],
    [rendered(1), 'feed', false],
    [{ rendered: false, rule: 1 }, 'page', false],
  ] as const)('%j of a %s is of a browser: %s', (rule, origin, expected) => {
    expect(isRendered(withRule(rule, origin))).toBe(expected);
  });

  it.each([
    [{ a: 1 }, { a: 1, repaired: true }],
    [rendered({ a: 1 }), rendered({ a: 1, repaired: true })],
    ['old', 'old'],
  ])('%j is marked when it was repaired', (rule, marked) => {
    expect(repairedRule(withRule(rule))).toEqual(marked);
  });

  it('is what is around it for a browser, and none of a feed', () => {
    expect(generatorRule(withRule(rendered(1)))).toBe(1);
    expect(generatorRule(withRule(2))).toBe(2);
    expect(generatorRule(withRule(2, 'feed'))).toBeNull();
  });
});
