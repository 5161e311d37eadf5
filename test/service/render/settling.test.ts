import { describe, expect, it } from 'vitest';
import { type PageState, SettleDetector } from '../../../src/service/render/visit.js';

/** Time of the state at which a page counts as settled; null when it never does. */
function settledAt(states: Array<Omit<PageState, 'at'>>): number | null {
  const settling = new SettleDetector();
  const index = states.findIndex((state, position) =>
    settling.hasSettled({ at: position * 100, ...state }),
  );
  return index < 0 ? null : index * 100;
}

const state = (size: number, pending: number, parsed = true) => ({
  size: String(size),
  pending,
  parsed,
});
const times = <T>(count: number, value: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => value(index));

describe('a page has settled', () => {
  it('half a second after its document and its network came to rest', () => {
    expect(settledAt(times(20, () => state(1, 0)))).toBe(500);
    expect(settledAt([...times(4, (n) => state(n, 1)), ...times(20, () => state(9, 0))])).toBe(900);
  });

  it('not while a request is under way, nor just after the last one', () => {
    const waiting = times(30, () => state(1, 1));
    expect(settledAt(waiting)).toBeNull();
    expect(settledAt([...waiting, ...times(5, () => state(1, 0))])).toBeNull();
  });

  it('not while its document changes', () => {
    expect(settledAt(times(60, (n) => state(n, 0)))).toBeNull();
  });

  it('four seconds after the last change when its network never rests', () => {
    expect(settledAt(times(60, () => state(1, 1)))).toBe(4000);
  });

  it('never before it is parsed', () => {
    expect(settledAt(times(100, () => state(1, 0, false)))).toBeNull();
  });
});
