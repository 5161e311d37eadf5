import { describe, expect, it } from 'vitest';
import { numericIds } from '../../../src/service/items/pairing.js';

describe('numericIds', () => {
  const cases: [string, string | null, string, string[]][] = [
    ['the end of a slug', null, 'https://dw.example/en/title/a-71459999', ['71459999']],
    ['a query', null, 'https://a.example/?p=48213', ['48213']],
    ['guid and address alike', 'post-48213', 'https://a.example/48213', ['48213']],
    ['a guid that is an address', 'https://a.example:8080/?p=1234', '', ['1234']],
    ['three digits', null, 'https://a.example/news/123', []],
    ['a year', null, 'https://a.example/2024/title', []],
    ['a month', null, 'https://a.example/202411/title', []],
    ['a day', null, 'https://a.example/20241120/title', []],
    ['a day the other way round', null, 'https://a.example/20112024/title', []],
    ['the first day of a month', null, 'https://a.example/01012024/title', []],
    ['a minute', null, 'https://a.example/202411201530', []],
    ['a second', null, 'https://a.example/20241120153059', []],
    ['separate parts of a date', null, 'https://a.example/2024/11/20/title', []],
    ['six digits that are no month', null, 'https://a.example/202413', ['202413']],
    ['the host and its port', null, 'https://news12345.example:5678/x', []],
    ['no address at all', null, '', []],
  ];
  it.each(cases)('%s', (_, guid, url, expected) => {
    expect([...numericIds(guid, url)]).toEqual(expected);
  });
});
