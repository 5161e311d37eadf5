import { expect, it } from 'vitest';
import type { GlobalOptions } from '../../../src/cli/kit/globals.js';
import {
  accountFlags,
  commandAgain,
  inheritedFlags,
  shellCommand,
} from '../../../src/cli/kit/shell-words.js';

it.each([
  [['feedctl', 'feeds', 'list'], 'feedctl feeds list'],
  [['feedctl', '--limit', 3], 'feedctl --limit 3'],
  [['https://a.example/x?y=1'], "'https://a.example/x?y=1'"],
  [['a=b:c,d%e+f@g.h/i_j-k'], 'a=b:c,d%e+f@g.h/i_j-k'],
  [["it's"], `'it'\\''s'`],
  [['two words', ''], "'two words' ''"],
  [['$HOME', '`id`', 'a;b'], "'$HOME' '`id`' 'a;b'"],
])('%j is typed as %s', (words, line) => {
  expect(shellCommand(words)).toBe(line);
});

/** Global options of which the others were not given. */
function globals(given: Partial<GlobalOptions>): GlobalOptions {
  return given as GlobalOptions;
}

it.each<[Partial<GlobalOptions>, string[]]>([
  [{}, []],
  [{ profile: 'work' }, ['--profile', 'work']],
  [{ baseUrl: 'https://a.example' }, ['--base-url', 'https://a.example']],
  [{ timeout: 30_000 }, ['--timeout', '30s']],
  [{ timeout: 1_500 }, ['--timeout', '1500ms']],
  [{ json: true, noHeader: true }, ['--json', '--no-header']],
  [{ output: 'csv', fields: ['id', 'url'] }, ['--output', 'csv', '--fields', 'id,url']],
])('the options %j are passed on as %j', (given, flags) => {
  expect(inheritedFlags(globals(given))).toEqual(flags);
});

it('the options of the account are profile and address alone', () => {
  const given = { profile: 'work', baseUrl: 'https://a.example', json: true, timeout: 1000 };
  expect(accountFlags(globals(given))).toEqual([
    ...['--profile', 'work'],
    ...['--base-url', 'https://a.example'],
  ]);
});

it.each([
  [['feeds', 'list'], ['--limit', 5], 'feeds list --limit 5'],
  [['list', '--limit', '9', '--all'], ['--limit', 5], 'list --all --limit 5'],
  [['list', '--limit=9', 'x'], ['--limit', 5], 'list x --limit 5'],
  [['list', '--ensure', 'x'], ['--ensure'], 'list x --ensure'],
  [['list', '--ensured', 'x'], ['--ensure'], 'list --ensured x --ensure'],
  [['list', '--', '--limit', '9'], ['--limit', 5], 'list --limit 5 -- --limit 9'],
  [['list', 'limit', '5'], ['limit', '5'], 'list limit 5 limit 5'],
])('%j with %j is run again as %s', (typed, options, line) => {
  expect(commandAgain(typed, options)).toBe(`feedctl ${line}`);
});
