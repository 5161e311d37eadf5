import { describe, expect, it } from 'vitest';
import { filledDatabase } from '../../support/filled-database.js';
import { sqlitePlace } from '../../support/places.js';
import { seeded } from '../../support/random-database.js';
import { copyAndKill } from './copy-and-kill.js';
import { digests } from './digests.js';

/** FEEDCTL_PROOF_ROUNDS=20 is the long form: npm run prove copy. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 2);
/** A copy says about as many lines. */
const LINES = 70;

describe('a copy that is killed', () => {
  it(`${ROUNDS} times goes on each time, and is complete in the end`, async () => {
    const random = seeded(20);
    const from = await filledDatabase(20, 60);
    const to = await sqlitePlace();
    for (let round = 0; round < ROUNDS; round += 1) {
      await copyAndKill(from, to, Math.ceil(random() * LINES));
    }
    expect(await copyAndKill(from, to, Number.POSITIVE_INFINITY)).toBe(true);
    expect(await digests(to)).toEqual(await digests(from));
  });
});
