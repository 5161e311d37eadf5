import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainOutput, withoutCommands } from '../../../src/cli/kit/plain.js';
import { anyText } from '../../support/any-text.js';

describe('withoutCommands', () => {
  it('keeps lines, and removes what runs in a terminal or reorders text', () => {
    const text = 'a\u001b[31m b\u202egpj.exe\u2066x\u2069\u200f\r\nc\td\u0007';
    expect(withoutCommands(text)).toBe('a bgpj.exex\r\nc\td');
  });
});

describe('plain', () => {
  it.each([
    ['colours', 'a \u001b[31mred\u001b[0m b', 'a red b'],
    ['the window title', '\u001b]0;owned\u0007x', 'x'],
    ['a title that never ends', '\u001b]0;owned', ''],
    ['a link', '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\', 'click'],
    ['cursor movement', 'x\u001b[2J\u001b[H\u001b[?25ly', 'xy'],
    ['device control', '\u001bPq#0;2;0;0;0\u001b\\x', 'x'],
    ['C1 forms of the same', '\u009b31mred\u009d0;t\u009cx', 'redx'],
    ['reset', '\u001bcx', 'x'],
    ['character sets', '\u001b(0x', 'x'],
    ['a lone escape at the end', 'x\u001b', 'x'],
    ['lines and tabs', 'a\r\nb\tc\u2028d', 'a b c d'],
    ['backspaces', 'abc\b\b\bxyz', 'abcxyz'],
    ['bidirectional overrides', 'user\u202egpj.exe\u2066x\u2069', 'usergpj.exex'],
    ['joined emoji and scripts stay', '👩‍👩‍👧 日本語 العربية हिन्दी', '👩‍👩‍👧 日本語 العربية हिन्दी'],
  ])('%s', (_, text, expected) => {
    expect(plainOutput(text)).toBe(expected);
  });

  it('never lets a control through, whatever the text', () => {
    const unit = fc.oneof(
      anyText(),
      fc.constantFrom('\u001b[', '\u009b', '\u001b]', '\u001bP', ';', 'm', '\u0007'),
    );
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        expect(plainOutput(parts.join(''))).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/,
        );
      }),
    );
  });

  it('is linear on hostile text', () => {
    const hostile = '\u001b]'.repeat(200_000);
    expect(plainOutput(hostile)).toBe('');
    expect(plainOutput(`${'\u001b['.repeat(200_000)}x`)).not.toContain('\u001b');
  });
});
