import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteForBash, readBashLine } from '../../../src/cli/completion/bash-line.js';

const BREAKS = ' \t\n"\'><=;|&(:';

describe('a line of bash', () => {
  it.each([
    ['feedctl fe', ['feedctl'], 'fe', '', 0],
    ['feedctl feeds ', ['feedctl', 'feeds'], '', '', 0],
    ['feedctl feeds get "Example N', ['feedctl', 'feeds', 'get'], 'Example N', '"', 0],
    ["feedctl feeds get 'It", ['feedctl', 'feeds', 'get'], 'It', "'", 0],
    ['feedctl get Exam\\ ple', ['feedctl', 'get'], 'Exam ple', '', 0],
    ['feedctl "a b" \'c d\' e', ['feedctl', 'a b', 'c d'], 'e', '', 0],
    ['feedctl "" x', ['feedctl', ''], 'x', '', 0],
    ['feedctl --output=js', ['feedctl'], '--output=js', '', 9],
    ['feedctl --region US:e', ['feedctl', '--region'], 'US:e', '', 3],
    ['feedctl --region US:', ['feedctl', '--region'], 'US:', '', 3],
    ['feedctl --fields="id,ti', ['feedctl'], '--fields=id,ti', '"', 9],
    ['feedctl "a:b', ['feedctl'], 'a:b', '"', 0],
    [' feedctl  get', ['feedctl'], 'get', '', 0],
    ['feedctl a=b c', ['feedctl', 'a=b'], 'c', '', 0],
    ['feedctl "a\\"b', ['feedctl'], 'a"b', '"', 0],
    ['feedctl "a\\n', ['feedctl'], 'a\\n', '"', 0],
    ["feedctl 'a\\$", ['feedctl'], 'a\\$', "'", 0],
    ['feedctl a\\', ['feedctl'], 'a', '', 0],
    ['feedctl \\  x', ['feedctl', ' '], 'x', '', 0],
    ['feedctl get No\u00a0break', ['feedctl', 'get'], 'No\u00a0break', '', 0],
  ])('%s', (line, words, current, quote, kept) => {
    expect(readBashLine(line, BREAKS)).toEqual({ words, current, quote, kept });
  });

  it('reads back every text that was quoted for it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text)),
        fc.constantFrom('' as const, '"' as const),
        (text, quote) => {
          const line = `feedctl ${quote}${quoteForBash(text, quote)}`;
          expect(readBashLine(line, BREAKS).current).toBe(text);
        },
      ),
      {
        examples: [
          ['\u00a0', ''],
          ['a\u2003b', ''],
        ],
      },
    );
  });
});
