import { flag, one } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';
import { databaseOption } from './database-option.js';

const SAMPLE = {
  database: '/home/jo/.local/share/feedctl/feedctl.db',
  file: '/var/backups/feedctl-2026-01-31.db',
  bytes: 19_300_352,
  schemaVersion: 5,
  feedctlVersion: '0.1.0',
  feeds: 120,
  items: 9400,
};

export const BACKUP_VIEW: RecordView = {
  fields: [
    { field: 'file', kind: 'url' },
    { field: 'database', kind: 'url' },
    { field: 'bytes' },
    { field: 'feeds' },
    { field: 'items' },
  ],
};

export const backup = defineVerb({
  name: 'backup',
  summary: 'Write the whole database to a file, while serving',
  description:
    'Writes the database, as it is at one instant, to one file: feeds, items, bundles, accounts, hashes of keys, webhooks with their secrets. feedctl serve may go on working; nobody waits. Whatever the store, the file is a SQLite database that feedctl service restore puts into either. It is complete, checked and on the disk before it gets its name; only its owner may read it. A file that is there is not replaced without --force.',
  arguments: { file: one('FILE', 'the backup to write') },
  options: {
    database: databaseOption,
    force: flag('replace a file that is there'),
  },
  examples: [
    ['feedctl service backup "feedctl-$(date +%F).db"', 'A backup a day, from cron'],
    ['feedctl service backup latest.db --force --json', 'Over the last one, told as JSON'],
    [
      'feedctl service backup feeds.db --database env:FEEDCTL_DATABASE_URL',
      'Of a PostgreSQL database whose address is in the environment',
    ],
  ],
  output: SAMPLE,
  exitCodes: [1, 3, 5, 7, 130, 143],
  async run(context, { file }, { database, force }) {
    const { databasePlace } = await import('../../profiles/database-place.js');
    const { withMoving } = await import('./moving.js');
    const { movingProgress } = await import('./moving-progress.js');
    const { signal } = context;
    const progress = movingProgress(context);
    const made = await withMoving(async (moving) => {
      const location = databasePlace(context.env, database).location;
      return moving.backUp(location, file, { force, signal, onProgress: progress.show });
    }).finally(() => progress.end());
    await context.output.record(made, BACKUP_VIEW);
    return undefined;
  },
});
