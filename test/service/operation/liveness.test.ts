import { expect, it } from 'vitest';
import { dutiesOf, HEARTBEAT_EVERY_MS, isLive } from '../../../src/service/operation/liveness.js';

it.each([
  [29_999, null, true],
  [30_000, null, false],
  [-29_999, null, true],
  [-30_000, null, false],
  [0, 5, false],
])(
  'a process whose heartbeat was %i ms ago, stopped at %s: lives is %s',
  (ago, stopped_at, lives) => {
    expect(isLive({ heartbeat_at: 1e12 - ago, stopped_at }, 1e12)).toBe(lives);
    expect(HEARTBEAT_EVERY_MS).toBe(10_000);
  },
);

it.each([
  ['all', true, { role: 'all', answers: true, refreshes: true, delivers: true }],
  ['all', false, { role: 'no-refresh', answers: true, refreshes: false, delivers: true }],
  ['api', true, { role: 'api', answers: true, refreshes: false, delivers: false }],
  ['api', false, { role: 'api', answers: true, refreshes: false, delivers: false }],
  ['worker', true, { role: 'worker', answers: false, refreshes: true, delivers: true }],
] as const)('the role %s, refreshing is %s, does %j', (role, refresh, duties) => {
  expect(dutiesOf(role, refresh)).toEqual(duties);
});

it('a worker that does not refresh has nothing to do', () => {
  expect(() => dutiesOf('worker', false)).toThrow('A worker must refresh feeds');
});
