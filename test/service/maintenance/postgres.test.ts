import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../../src/service/maintenance/backup.js';
import { checkDatabase } from '../../../src/service/maintenance/check.js';
import { copyDatabase } from '../../../src/service/maintenance/copy.js';
import { restore } from '../../../src/service/maintenance/restore.js';
import { startChild } from '../../support/child-process.js';
import { emptyDatabase, testDatabase } from '../../support/database.js';
import { filledDatabase } from '../../support/filled-database.js';
import { sqlitePlace } from '../../support/places.js';
import { seeded } from '../../support/random-database.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { copyAndKill } from './copy-and-kill.js';
import { digests } from './digests.js';
import { lastOf, wholePairs } from './pairs.js';

/** FEEDCTL_PROOF_ROUNDS=20 is the long form: npm run prove copy. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 1);

/** Of what most tests copy: generated once, which takes longer than copying it. */
const SEED = 80;
const ROWS = 12;

const NEVER_ASKED = {
  confirm: async () => {
    throw new Error('It asked.');
  },
};

describe('between SQLite and PostgreSQL', () => {
  it('there and back again is the same', async () => {
    const [from, over, back] = [
      await filledDatabase(SEED, ROWS),
      await emptyDatabase(),
      await sqlitePlace(),
    ];
    const expected = await digests(from);
    const there = await copyDatabase(from, over);
    expect(await digests(over)).toEqual(expected);
    await copyDatabase(over, back);
    expect(await digests(back)).toEqual(expected);
    expect(there.to).not.toContain('password');
  });

  it('a copy that is killed, in either direction, leaves the target empty', async () => {
    const random = seeded(74);
    const from = await filledDatabase(74, 20);
    const [over, back] = [await testDatabase(), await sqlitePlace()];
    for (const [source, target] of [
      [from, over],
      [over, back],
    ] as const) {
      for (let round = 0; round < ROUNDS; round += 1) {
        expect(await copyAndKill(source, target, Math.ceil(random() * 20))).toBe(false);
        await expect.poll(async () => (await digests(target)).accounts?.rows).toBe(0);
      }
      await copyDatabase(source, target);
    }
    expect(await digests(back)).toEqual(await digests(from));
  });

  it('refuses a target with anything in it', async () => {
    const to = await testDatabase();
    await copyDatabase(await filledDatabase(75, 5), to);
    await expect(copyDatabase(await filledDatabase(SEED, ROWS), to)).rejects.toMatchObject({
      code: 'DATABASE_NOT_EMPTY',
    });
  });
});

describe('a backup of PostgreSQL', () => {
  it('is of one instant while another process writes', async () => {
    const database = await testDatabase();
    const writer = await startChild('test/service/maintenance/pair-writer.child.ts', database);
    await writer.line();
    const directory = temporaryDirectory();
    const pairs: number[] = [];
    for (let number = 0; number < 3; number += 1) {
      const file = join(directory, `${number}.db`);
      await backUp(database, file);
      pairs.push(await wholePairs(file));
      await writer.line();
    }
    writer.tell('stop');
    expect(await lastOf(writer)).toMatchObject({ failed: null });
    expect(pairs).toEqual(pairs.toSorted((a, b) => a - b));
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('goes back into an empty one, and into SQLite', async () => {
    const database = await testDatabase();
    await copyDatabase(await filledDatabase(SEED, ROWS), database);
    const file = join(temporaryDirectory(), 'backup.db');
    const backup = await backUp(database, file);
    const expected = await digests(database);
    expect(await digests(file)).toEqual(expected);
    expect(backup.database).toMatch(/^postgres:\/\//);

    for (const place of [await testDatabase(), await sqlitePlace()]) {
      expect(await restore(file, place, NEVER_ASKED)).toMatchObject({ file, kept: null });
      expect(await digests(place)).toEqual(expected);
    }
  });

  it('does not replace a database, and says what to do', async () => {
    const database = await testDatabase();
    await copyDatabase(await filledDatabase(75, 5), database);
    const before = await digests(database);
    const file = join(temporaryDirectory(), 'backup.db');
    await backUp(await filledDatabase(SEED, ROWS), file);
    await expect(restore(file, database, NEVER_ASKED)).rejects.toMatchObject({
      code: 'DATABASE_NOT_EMPTY',
      hint: expect.stringContaining('createdb'),
    });
    expect(await digests(database)).toEqual(before);
  });

  it('leaves no file when the server is not there', async () => {
    const file = join(temporaryDirectory(), 'backup.db');
    await expect(backUp('postgres://jo@127.0.0.1:1/feedctl', file)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect(existsSync(file)).toBe(false);
  });
});

describe('checkDatabase on PostgreSQL', () => {
  it('finds what is wrong, and nothing in an empty one', async () => {
    const database = await testDatabase();
    expect(await checkDatabase(database)).toMatchObject({ findings: [] });

    const filled = await filledDatabase(SEED, ROWS);
    await copyDatabase(filled, database);
    const { findings } = await checkDatabase(filled);
    expect(findings.length).toBeGreaterThan(3);
    expect((await checkDatabase(database)).findings).toEqual(findings);
  });
});
