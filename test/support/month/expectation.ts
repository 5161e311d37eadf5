import { DAY } from '../../../src/service/core/durations.js';
import {
  type Activity,
  afterFailure,
  HEALTHY,
  nextProbeAt,
} from '../../../src/service/schedule/activity.js';
import { backOff } from '../../../src/service/schedule/backoff.js';
import { nextFetch } from '../../../src/service/schedule/interval.js';
import { afterReading, type Revalidation } from '../../../src/service/schedule/revalidate.js';
import {
  formatRhythm,
  learn,
  parseRhythm,
  type Rhythm,
  startRhythm,
  timesOfAppearance,
} from '../../../src/service/schedule/rhythm.js';
import type { ListedItem, Publisher } from './publisher.js';
import type { Visit } from './web.js';

/** Half of every spread, as the simulated service draws it. */
export const RANDOM = () => 0.5;

/**
 * A fetch every two days, unless the source posts or asks for more: with the default of 36 a day, a month
 * takes minutes.
 */
export const WAITS = { ceilingMs: 2 * DAY, fetchCost: 2 * DAY };

/** What a feed's row must say after a look. */
export interface ExpectedRow {
  is_active: 0 | 1;
  failures: number;
  failing_since: number | null;
  gone_answers: number;
  not_modified: number;
  next_refresh_at: number;
}

/**
 * What must become of one feed, worked out from what its publisher really answered and the policies
 * alone: an account of the month that knows nothing of how the service stores and compares.
 */
export class Expectation {
  readonly newTitles: string[] = [];
  readonly changedTitles: string[] = [];
  readonly #publisher: Publisher;
  readonly #known = new Map<number, ListedItem>();
  #activity: Activity = HEALTHY;
  #revalidation: Revalidation;
  #lastBody = '';
  #rhythm: Rhythm;
  #lastAt: number;

  constructor(publisher: Publisher, createdAt: number) {
    this.#publisher = publisher;
    this.#revalidation = { notModified: 0, documentAt: createdAt };
    this.#rhythm = startRhythm([], createdAt);
    this.#lastAt = createdAt;
  }

  /** The first look, which made the feed. */
  created({ answer }: Visit): void {
    if (answer.listed === null) throw new Error('A feed is made of a document.');
    const dates = answer.listed.map(({ publishedAt }) => publishedAt);
    this.#rhythm = asStored(startRhythm(dates, this.#revalidation.documentAt));
    this.#learn(answer.listed);
    this.#lastBody = answer.body.toString('latin1');
  }

  /**
   * @param visit the last request of the look
   * @param address where the feed was polled
   * @param now when the look was over
   * @param message what the feed shows as its last error
   */
  looked(visit: Visit, address: string, now: number, message: string): ExpectedRow {
    const { status, hangs } = visit.answer;
    const failed = hangs || status >= 400;
    return failed ? this.#failed(visit, address, now, message) : this.#succeeded(visit, now);
  }

  #succeeded({ answer, conditional }: Visit, now: number): ExpectedRow {
    let rhythm = this.#rhythm;
    const body = answer.body.toString('latin1');
    const isUnchanged = answer.status === 304 || body === this.#lastBody;
    if (answer.listed !== null) {
      this.#lastBody = body;
      const { added, changed } = this.#learn(answer.listed);
      if (added.length + changed > 0) {
        const since = Math.min(this.#activity.failingSince ?? now, this.#lastAt);
        const times = timesOfAppearance(
          added.map(({ publishedAt }) => publishedAt),
          { since, now },
        );
        rhythm = learn(rhythm, { times, changed, now });
        this.#rhythm = asStored(rhythm);
      }
    }
    this.#lastAt = now;
    this.#activity = HEALTHY;
    this.#revalidation = afterReading(
      this.#revalidation,
      { conditional, kind: isUnchanged ? 'unchanged' : 'document' },
      now,
    );
    const next = nextFetch({
      now,
      rhythm,
      hints: this.#publisher.hints,
      freshForMs: this.#publisher.freshForMs,
      retryAfterMs: null,
      ...WAITS,
      random: RANDOM,
    });
    return this.#row(next.at);
  }

  #failed({ answer }: Visit, address: string, now: number, message: string): ExpectedRow {
    this.#lastAt = now;
    const status = answer.hangs ? null : answer.status;
    this.#activity = afterFailure(this.#activity, { status, message }, now);
    const retryAfter = answer.headers['retry-after'];
    const { retryAt } = backOff({
      url: address,
      status,
      retryAfterMs: retryAfter === undefined ? null : Number(retryAfter) * 1000,
      failures: this.#activity.failures,
      now,
      random: RANDOM,
    });
    return this.#row(this.#activity.isActive ? retryAt : nextProbeAt(now, RANDOM));
  }

  #learn(listed: readonly ListedItem[]): { added: ListedItem[]; changed: number } {
    const added = listed.filter(({ id }) => !this.#known.has(id));
    let changed = 0;
    // A new feed has its newest item on top.
    const isTurned = this.#known.size === 0 && this.#publisher.manners.listsOldestFirst;
    for (const item of isTurned ? listed.toReversed() : listed) {
      const before = this.#known.get(item.id);
      if (before === undefined) this.newTitles.push(item.title);
      else if (before.version !== item.version) {
        this.changedTitles.push(item.title);
        changed += 1;
      }
      this.#known.set(item.id, item);
    }
    return { added, changed };
  }

  #row(next: number): ExpectedRow {
    const { isActive, failures, failingSince, goneAnswers } = this.#activity;
    return {
      is_active: isActive ? 1 : 0,
      failures,
      failing_since: failingSince,
      gone_answers: goneAnswers,
      not_modified: this.#revalidation.notModified,
      next_refresh_at: next,
    };
  }
}

/** A rhythm is rounded when it is stored; the fetch that learned it is scheduled before. */
function asStored(rhythm: Rhythm): Rhythm {
  const read = parseRhythm(formatRhythm(rhythm));
  if (read === null) throw new Error('A rhythm can be read back.');
  return read;
}
