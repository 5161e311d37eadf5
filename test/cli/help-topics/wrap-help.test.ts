import { expect, it } from 'vitest';
import { wrapHelp } from '../../../src/cli/help-topics/wrap-help.js';

it.each([
  ['a line that fits', 'twelve chars', 12, 'twelve chars'],
  ['a text, at its own indent', '  one two three', 9, '  one two\n  three'],
  ['the second of two columns, below itself', '-o X  one two', 9, '-o X  one\n    two'],
  ['a long first column, at half the width', 'abcdefgh  one two', 13, 'abcdefgh  one\n      two'],
  ['a word that is too long, whole', 'aa bbbbbbbbbb cc', 5, 'aa\nbbbbbbbbbb\ncc'],
  [
    'a command, as a shell takes it',
    '  # why\n  run --a --b',
    11,
    '  # why\n  run --a \\\n    --b',
  ],
  [
    'quotes of a command, whole',
    '  # w\n  run \'a b\' "c d"',
    13,
    '  # w\n  run \'a b\' \\\n    "c d"',
  ],
  ['only the line below a comment', '  # why\n  a\n  run --all', 8, '  # why\n  a\n  run\n  --all'],
])('wraps %s', (_, text, width, wrapped) => {
  expect(wrapHelp(text, width)).toBe(wrapped);
});
