import { expect, it } from 'vitest';
import { NO_CHOICE } from '../../../src/service/feeds/next-fetch.js';
import { scheduleAfterSuccess } from '../../../src/service/refresh/schedule.js';
import { startRhythm } from '../../../src/service/schedule/rhythm.js';
import { startSetup } from '../../support/refresh-setup.js';

const NOW = Date.UTC(2026, 0, 15);
const HOUR = 3_600_000;

async function after(freshForMs: number | null) {
  const { deps } = await startSetup();
  const hints = { minIntervalMs: null, skipHours: [], skipDays: [] };
  const rhythm = startRhythm([], NOW);
  return scheduleAfterSuccess(deps, NO_CHOICE, { now: NOW, rhythm, hints, freshForMs });
}

it('a document is fresh until the end of its max-age, and not fetched before', async () => {
  const { fresh_until, next_refresh_at } = await after(6 * HOUR);
  expect(fresh_until).toBe(NOW + 6 * HOUR);
  expect(next_refresh_at).toBeGreaterThanOrEqual(NOW + 6 * HOUR);
});

it('a document without a max-age has no such end', async () => {
  expect(await after(null)).toMatchObject({ fresh_until: null, last_error: null, is_active: 1 });
});
