import { beforeAll, describe, expect, it } from 'vitest';
import { MANNERS } from '../../support/month/manners.js';
import {
  impoliteness,
  type MonthReport,
  simulateMonth,
} from '../../support/month/simulate-month.js';

/** Every kind of publisher once, or FEEDCTL_PROOF_FEEDS: npm run prove month. */
const FEEDS = Number(process.env.FEEDCTL_PROOF_FEEDS ?? MANNERS.length);
/** Long enough for all that publishers do; with FEEDCTL_PROOF_DAYS the whole month. */
const DAYS = Number(process.env.FEEDCTL_PROOF_DAYS ?? 15);

describe('a month of refreshing', () => {
  let report: MonthReport;
  beforeAll(
    async () => {
      report = await simulateMonth(FEEDS, DAYS);
    },
    120_000 + FEEDS * 4000,
  );

  it('leaves every feed in the state, with the schedule and with the events it must have', () => {
    expect(report.wrong).toEqual([]);
    expect(report.looks).toBeGreaterThan(FEEDS * 0.4 * DAYS);
  });

  it('asks nobody more often than is allowed', () => {
    expect(impoliteness(report.web)).toEqual([]);
    const patient = report.web.visits.filter(({ answer }) => answer.status === 429);
    expect(patient.length).toBeGreaterThanOrEqual(2);
  });
});
