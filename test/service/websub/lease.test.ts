import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../src/service/core/durations.js';
import { leaseOf, renewAt, retryAt } from '../../../src/service/websub/lease.js';

describe('leases', () => {
  it('are what the hub says, within bounds', () => {
    expect(leaseOf('86400')).toBe(DAY);
    expect(leaseOf('0')).toBe(0);
    expect(leaseOf('999999999999')).toBe(30 * DAY);
    for (const odd of [undefined, '', '-5', '1e9', 'soon']) expect(leaseOf(odd)).toBe(10 * DAY);
  });

  it('are renewed at about half, spread, and not every minute', () => {
    expect(renewAt(0, 10 * DAY, () => 0.5)).toBe(5 * DAY);
    expect(renewAt(0, 10 * DAY, () => 0)).toBe(4.5 * DAY);
    expect(renewAt(0, 10 * DAY, () => 0.999)).toBeLessThan(5.5 * DAY);
    expect(renewAt(0, MINUTE, () => 0)).toBe(30 * MINUTE);
  });

  it('that are not verified are asked for ever more rarely', () => {
    const delays = [1, 2, 3, 4, 5, 50].map((failures) => retryAt(0, failures, () => 0));
    expect(delays).toEqual([10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 7 * DAY]);
  });
});
