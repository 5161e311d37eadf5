import { setTimeout as sleep } from 'node:timers/promises';
import { MIGRATIONS } from '../../../../src/service/store/migrations/index.js';
import type { Migration } from '../../../../src/service/store/migrations/migration.js';
import { later } from '../later-migration.js';

/** Those of this build, and one that takes its time. */
export function slowMigrations(ms: number, onRun: () => void = () => {}): Migration[] {
  const slow: Migration = {
    ...later,
    async up(db) {
      onRun();
      await later.up(db);
      await sleep(ms);
    },
  };
  return [...MIGRATIONS, slow];
}
