import { text, UsageError } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';

const SAMPLE = {
  from: '/var/lib/feedctl/feedctl.db',
  to: 'postgres://feedctl@db.example.com/feedctl',
  resumed: false,
  servedMeanwhile: false,
  tables: [{ table: 'feeds', rows: 120, checksum: '5c0e7a1f3b9d2468ace013579bdf2468' }],
};

const VIEW: RecordView = {
  fields: [{ field: 'from', kind: 'url' }, { field: 'to', kind: 'url' }, { field: 'resumed' }],
  rows: {
    field: 'tables',
    view: {
      one: 'table',
      many: 'tables',
      columns: [{ field: 'table' }, { field: 'rows' }, { field: 'checksum' }],
    },
  },
};

export const copy = defineVerb({
  name: 'copy',
  summary: 'Copy a database to another store: SQLite, PostgreSQL',
  description:
    'Copies everything from one database into an empty one: from the SQLite file of one machine to a PostgreSQL server, or back. Both must be without a running feedctl serve. Each table is read back and compared by the number of its rows and a checksum; until then nothing else opens the copy. It may be ended at any moment, by kill -9, too: the same command again goes on where it was, and leaves the copy as the source is then. The source keeps all it has; its schema is brought up to date, as by any command. A password does not belong on the command line: set PGPASSWORD or ~/.pgpass, or name a variable that has the whole address, as env:NAME.',
  options: {
    from: text('DATABASE', 'where from: sqlite:FILE, postgres://… or env:NAME'),
    to: text('DATABASE', 'where to: the same; new or empty'),
  },
  examples: [
    [
      'feedctl service copy --from sqlite:feedctl.db --to postgres://feedctl@db.example.com/feedctl',
      'From one machine to several',
    ],
    [
      'feedctl service copy --from env:FEEDCTL_DATABASE_URL --to sqlite:feedctl.db',
      'And back again',
    ],
  ],
  output: SAMPLE,
  exitCodes: [1, 3, 5, 7, 130, 143],
  async run(context, _args, { from, to }) {
    if (from === undefined || to === undefined) {
      throw new UsageError(`${from === undefined ? '--from' : '--to'} is missing.`, {
        hint: 'feedctl service copy --from sqlite:feedctl.db --to postgres://user@host/database',
      });
    }
    const { databasePlace } = await import('../../profiles/database-place.js');
    const { withMoving } = await import('./moving.js');
    const { movingProgress } = await import('./moving-progress.js');
    const { signal, notes } = context;
    const progress = movingProgress(context);
    const copied = await withMoving(async (moving) => {
      const source = databasePlace(context.env, from, '--from').location;
      const target = databasePlace(context.env, to, '--to').location;
      return moving.copyDatabase(source, target, { signal, onProgress: progress.show });
    }).finally(() => progress.end());
    await context.output.record(copied, VIEW);
    if (copied.servedMeanwhile) {
      await notes.warn(
        'feedctl serve was started on the source meanwhile. What it has stored is not in the copy.',
      );
    }
    return undefined;
  },
});
