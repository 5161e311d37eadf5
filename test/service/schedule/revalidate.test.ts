import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, WEEK } from '../../../src/service/core/durations.js';
import {
  afterReading,
  maySendValidators,
  withoutValidators,
} from '../../../src/service/schedule/revalidate.js';

const START = Date.UTC(2024, 10, 1);

/** The numbers of the requests, from 1, that go out without validators to a server always at 304. */
function unconditional(requests: number, interval: number): number[] {
  const asked: number[] = [];
  let state = { notModified: 0, documentAt: START };
  for (let request = 1; request <= requests; request++) {
    const now = START + request * interval;
    const conditional = maySendValidators(state, now);
    if (!conditional) asked.push(request);
    state = afterReading(state, { conditional, kind: 'unchanged' }, now);
  }
  return asked;
}

describe('revalidation', () => {
  it('asks once without validators after 20 answers of 304', () => {
    expect(unconditional(63, 5 * MINUTE)).toEqual([21, 42, 63]);
  });

  it('asks once without validators after 7 days', () => {
    expect(unconditional(21, 24 * HOUR)).toEqual([7, 14, 21]);
  });

  it('counts anew after a document', () => {
    const stale = { notModified: 19, documentAt: START };
    const now = START + WEEK;
    expect(afterReading(stale, { conditional: true, kind: 'document' }, now)).toEqual({
      notModified: 0,
      documentAt: now,
    });
  });

  it('drops both validators and nothing else', () => {
    const state = {
      etag: 'W/"1"',
      lastModified: 'yesterday',
      bodyHash: 'ab',
      pollUrl: 'http://a/',
    };
    expect(withoutValidators(state)).toEqual({ ...state, etag: null, lastModified: null });
  });
});
