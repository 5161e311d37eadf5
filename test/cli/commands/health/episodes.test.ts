import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedMemory } from '../../../../src/cli/commands/health/checked.js';
import { judge, noticeNewest } from '../../../../src/cli/commands/health/episodes.js';
import type { Problem } from '../../../../src/cli/commands/health/feed-checks.js';

const STALE: Problem = { check: 'stale', detail: 'old' };
const EMPTY: Problem = { check: 'empty', detail: 'none' };

/** Runs one after the other; what each tells. */
function told(found: readonly (Problem | undefined)[], after = 1): (string | undefined)[] {
  let memory: FeedMemory = {};
  return found.map((each, now) => {
    const judgement = judge(memory, each, { now, after });
    memory = judgement.memory;
    const { report } = judgement;
    return report && `${report.status} ${report.check} since ${report.since}`;
  });
}

describe('episodes', () => {
  it('are told once, and so is their end', () => {
    expect(told([undefined, STALE, STALE, STALE, undefined, undefined, STALE])).toEqual([
      undefined,
      'problem stale since 1',
      undefined,
      undefined,
      'recovered stale since 1',
      undefined,
      'problem stale since 6',
    ]);
  });

  it('are one, whatever the trouble turns into', () => {
    expect(told([STALE, EMPTY, undefined])).toEqual([
      'problem stale since 0',
      undefined,
      'recovered empty since 0',
    ]);
  });

  it('are told after so many runs in a row', () => {
    expect(told([STALE, undefined, STALE, STALE, STALE, undefined], 2)).toEqual([
      undefined,
      undefined,
      undefined,
      'problem stale since 2',
      undefined,
      'recovered stale since 2',
    ]);
  });

  it('begin and end in turn, whatever is found', () => {
    const runs = fc.array(fc.constantFrom(undefined, STALE, EMPTY));
    fc.assert(
      fc.property(runs, fc.integer({ min: 1, max: 3 }), (found, after) => {
        const words = told(found, after).flatMap((each) => (each ? [each.split(' ')[0]] : []));
        for (const [index, word] of words.entries()) {
          expect(word).toBe(index % 2 === 0 ? 'problem' : 'recovered');
        }
      }),
    );
  });
});

describe('the newest item', () => {
  it('is remembered from when it was first seen', () => {
    const first = noticeNewest({}, 'a', 1);
    expect(noticeNewest(first, 'a', 2)).toEqual({ newest: 'a', newSeenAt: 1 });
    expect(noticeNewest(first, 'b', 3)).toEqual({ newest: 'b', newSeenAt: 3 });
    expect(noticeNewest(first, undefined, 4)).toEqual(first);
  });
});
