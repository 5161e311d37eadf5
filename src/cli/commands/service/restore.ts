import { counted } from '../../../base/text.js';
import { VERSION } from '../../../contract/version.js';
import { one } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { databasePlace } from '../../profiles/database-place.js';
import { defineVerb } from '../../verbs/verb.js';
import { confirm } from '../base/confirm.js';
import { databaseOption, shownDatabase, withMaintenance } from './maintenance.js';

const SAMPLE = {
  file: '/var/backups/feedctl-2026-01-31.db',
  database: '/home/jo/.local/share/feedctl/feedctl.db',
  kept: '/home/jo/.local/share/feedctl/feedctl.db.before-restore',
  deleted: [],
  schema_version: 5,
  feedctl_version: VERSION,
  feeds: 120,
  items: 9400,
};

const VIEW: RecordView = {
  fields: columns('database file kept feeds items'),
};

export const restore = defineVerb({
  name: 'restore',
  summary: 'Replace the database by a backup',
  description: `
    Replaces the database by a backup. The file is checked first and never changed: it must be
    complete, undamaged, and written by feedctl with a schema that this one reads. feedctl serve
    must not be running. Replacing a database that has data asks for confirmation, or needs --yes
    without a terminal; the old database is kept as FILE.before-restore, at most three of them. A
    backup of an older release is brought to the schema of this one. In PostgreSQL nothing is
    replaced: the backup is restored into an empty database (createdb), to which
    FEEDCTL_DATABASE_URL must then point. Deliveries that were pending in the backup are sent again.
  `,
  arguments: { file: one('FILE', 'the backup file') },
  options: { database: databaseOption },
  examples: {
    'feedctl service restore feedctl-2026-01-31.db': 'Restore the backup of that day',
    'feedctl service restore feeds.db --database postgres://feedctl@db.example.com/feedctl':
      'Restore into a new PostgreSQL database; PGPASSWORD or ~/.pgpass holds the password',
  },
  output: SAMPLE,
  reports: true,
  exitCodes: [1, 3, 5, 7, 130, 143],
  async run(context, { file }, { database }) {
    const restored = await withMaintenance(context, 'feedctl service', (maintenance, options) =>
      maintenance.restore(file, databasePlace(context.env, database).location, {
        ...options,
        confirm: (replacement) =>
          confirm(context, questionFor(replacement), 'Nothing was restored.'),
      }),
    );
    const { output, notes } = context;
    await output.record(shownDatabase(restored), VIEW);
    if (restored.kept !== null) {
      await notes.note(`The previous database is kept as ${restored.kept}`);
    }
    for (const path of restored.deleted) {
      await notes.note(`Deleted the oldest such copy, because three are kept: ${path}`);
    }
    await notes.note(
      'If commands now fail with 401 (the backup has other keys), run: feedctl auth login --embedded',
    );
    return 0;
  },
});

function questionFor({
  database,
  now,
  backup,
}: {
  database: string;
  now: { feeds: number; items: number } | null;
  backup: { feeds: number; items: number };
}): string {
  const holds = now === null ? 'which cannot be read' : `with ${contents(now)}`;
  return `Replace ${database}, ${holds}, by ${contents(backup)}?`;
}

function contents({ feeds, items }: { feeds: number; items: number }): string {
  return `${counted(feeds, 'feed')} and ${counted(items, 'item')}`;
}
