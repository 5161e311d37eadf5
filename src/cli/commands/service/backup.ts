import { VERSION } from '../../../contract/version.js';
import { flag, one } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { databasePlace } from '../../profiles/database-place.js';
import { defineVerb } from '../../verbs/verb.js';
import { databaseOption, shownDatabase, withMaintenance } from './maintenance.js';

const SAMPLE = {
  database: '/home/jo/.local/share/feedctl/feedctl.db',
  file: '/var/backups/feedctl-2026-01-31.db',
  bytes: 19_300_352,
  schema_version: 5,
  feedctl_version: VERSION,
  feeds: 120,
  items: 9400,
};

const VIEW: RecordView = {
  fields: columns('file database bytes feeds items'),
};

export const backup = defineVerb({
  name: 'backup',
  summary: 'Write the database to one file, also while serving',
  description: `
    Writes a consistent snapshot of the database to one file: feeds, items, bundles, accounts,
    hashes of keys, webhooks with their secrets. feedctl serve keeps running and is not blocked. The
    file is a SQLite database on both stores, and feedctl service restore can restore it to either.
    It is complete, checked and on disk before it gets its name; only its owner may read it. An
    existing file is replaced only with --force.
  `,
  arguments: { file: one('FILE', 'the backup file to write') },
  options: {
    database: databaseOption,
    force: flag('replace an existing file'),
  },
  examples: {
    'feedctl service backup "feedctl-$(date +%F).db"': 'Write a daily backup from cron',
    'feedctl service backup latest.db --force --json': 'Replace the last backup and print JSON',
    'feedctl service backup feeds.db --database env:FEEDCTL_DATABASE_URL':
      'Back up a PostgreSQL database whose address is in the environment',
  },
  output: SAMPLE,
  reports: true,
  exitCodes: [1, 3, 5, 7, 130, 143],
  async run(context, { file }, { database, force }) {
    const made = await withMaintenance(context, 'feedctl service', (maintenance, options) =>
      maintenance.backUp(databasePlace(context.env, database).location, file, {
        ...options,
        force,
      }),
    );
    await context.output.record(shownDatabase(made), VIEW);
    return 0;
  },
});
