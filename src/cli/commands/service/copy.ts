import { required, text } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { databasePlace } from '../../profiles/database-place.js';
import { defineVerb } from '../../verbs/verb.js';
import { withMaintenance } from './maintenance.js';

const SAMPLE = {
  from: '/var/lib/feedctl/feedctl.db',
  to: 'postgres://feedctl@db.example.com/feedctl',
  served_meanwhile: false,
  tables: [{ table: 'feeds', rows: 120 }],
};

const VIEW: RecordView = {
  fields: columns('from to', { from: { kind: 'url' }, to: { kind: 'url' } }),
  rows: {
    field: 'tables',
    view: {
      one: 'table',
      many: 'tables',
      columns: columns('table rows'),
    },
  },
};

const HINT = 'feedctl service copy --from sqlite:feedctl.db --to postgres://user@host/database';

export const copy = defineVerb({
  name: 'copy',
  summary: 'Copy a database to another store: SQLite, PostgreSQL',
  description: `
    Copies a database into an empty one, for example from a SQLite file to a PostgreSQL server or
    back. feedctl serve must not run on either. Everything moves: accounts, keys, feeds with their
    ids, published addresses and items, bundles, webhooks with their secrets, and pending
    deliveries. The copy is one transaction: one that is interrupted, even with kill -9, leaves the
    target empty.

    The source keeps its data. Do not put a password on the command line: set PGPASSWORD or
    ~/.pgpass, or pass env:NAME for a variable that holds the whole address.
  `,
  options: {
    from: required(text('DATABASE', 'source: sqlite:FILE, postgres://… or env:NAME'), {
      hint: HINT,
    }),
    to: required(text('DATABASE', 'target in the same form; must be new or empty'), { hint: HINT }),
  },
  examples: {
    'feedctl service copy --from sqlite:feedctl.db --to postgres://feedctl@db.example.com/feedctl':
      'Move from SQLite to PostgreSQL',
    'feedctl service copy --from env:FEEDCTL_DATABASE_URL --to sqlite:feedctl.db':
      'Move back to SQLite',
  },
  output: SAMPLE,
  reports: true,
  exitCodes: [1, 3, 5, 7, 130, 143],
  async run(context, _args, { from, to }) {
    const { env, output, notes } = context;
    const { servedMeanwhile, ...copied } = await withMaintenance(
      context,
      'feedctl service',
      (maintenance, options) =>
        maintenance.copyDatabase(
          databasePlace(env, from, '--from').location,
          databasePlace(env, to, '--to').location,
          options,
        ),
    );
    await output.record({ ...copied, served_meanwhile: servedMeanwhile }, VIEW);
    if (servedMeanwhile) {
      await notes.warn(
        'feedctl serve was started on the source during the copy. Its changes are not in the copy.',
      );
    }
    return 0;
  },
});
