import { describe, expect, it } from 'vitest';
import { startChild } from '../../support/child-process.js';
import { digests } from './digests.js';
import { filledDatabase } from './filled-database.js';
import { sqlitePlace } from './places.js';
import { seeded } from './random-database.js';

const ROUNDS = 6;
/** A copy says about as many lines. */
const LINES = 90;

/** Starts a copy, and kills it after some of its lines; true when it came to its end before that. */
async function copyAndKill(from: string, to: string, lines: number): Promise<boolean> {
  const child = await startChild('test/service/moving/copy.child.ts', from, to);
  let finished = false;
  for (let seen = 0; seen < lines && !finished; seen += 1) {
    finished = (await child.line()).includes('"finished"');
  }
  child.kill();
  await child.exit;
  return finished;
}

describe('a copy that is killed', () => {
  it(`${ROUNDS} times goes on each time, and is complete in the end`, async () => {
    const random = seeded(20);
    const from = await filledDatabase(20, 150);
    const to = await sqlitePlace();
    for (let round = 0; round < ROUNDS; round += 1) {
      await copyAndKill(from, to, Math.ceil(random() * LINES));
    }
    expect(await copyAndKill(from, to, Number.POSITIVE_INFINITY)).toBe(true);
    expect(await digests(to)).toEqual(await digests(from));
  });
});
