import { Chalk } from 'chalk';
import { expect, it } from 'vitest';
import { findingLines, fixCommands } from '../../../src/cli/checks/finding.js';
import { repairedTimes } from '../../../src/cli/checks/repaired-times.js';
import { CHECKS, checksOf } from '../../../src/cli/checks/table.js';
import type { GlobalOptions } from '../../../src/cli/kit/index.js';

const plain = new Chalk({ level: 0 });

it('names the checks of each kind in order, and those that run only when they are named', () => {
  expect(checksOf('account')).toEqual(['dangling', 'duplicate', 'no-bundle']);
  expect(checksOf('published', 'account')).toHaveLength(6);
  const all = Object.entries(CHECKS);
  expect(
    all.filter(([, check]) => 'optional' in check && check.optional).map(([name]) => name),
  ).toEqual(['cut', 'no-bundle']);
});

it('a finding has its commands on lines of their own', () => {
  const fixes = ['feedctl a', 'feedctl b'];
  const machine = { check: 'node', status: 'warn', detail: 'Old.', fixes };
  expect(findingLines(machine, plain)).toBe('warn  node: Old.\n      feedctl a\n      feedctl b');
  const feed = { ...machine, check: 'empty', status: 'problem', id: 'x', title: 'T' };
  expect(findingLines(feed, plain)).toBe('empty  x  T\n  Old.\n  feedctl a\n  feedctl b');
  expect(findingLines({ ...feed, status: 'recovered', fixes: [] }, plain)).toBe(
    'recovered  x  T\n  Old.',
  );
  const colour = new Chalk({ level: 1 });
  for (const [status, word] of [
    ['ok', '\u001b[32mok  \u001b[39m'],
    ['fail', '\u001b[31mfail\u001b[39m'],
  ]) {
    expect(findingLines({ ...machine, status }, colour)).toContain(word);
  }
});

it('commands that fix something are for the same account', () => {
  const globals = { profile: 'work' } as GlobalOptions;
  expect(fixCommands([['feeds', 'get', 'a b']], globals)).toEqual([
    "feedctl feeds get 'a b' --profile work",
  ]);
});

it('tells which times were repaired', () => {
  const repaired = { times: 'refreshes', rows: 1, repaired_at: '2026-01-01T00:00:00.000Z' };
  const health = { repaired_times: [repaired] } as unknown as Parameters<typeof repairedTimes>[0];
  expect(repairedTimes(health)).toEqual([
    'The clock was put back: 1 time of refreshes lay too far ahead and became due at 2026-01-01T00:00:00.000Z.',
  ]);
});
