import type { ExitCode } from '../../kit/index.js';
import type { View } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';
import { databaseOption } from './database-option.js';

const SAMPLE = [
  {
    finding: 'dangling',
    detail: 'Rows of items whose feed_id is in no row of feeds',
    rows: 3,
    examples: ['a1B2c3D4e5F6g7H8'],
    mend: 'Restore a backup: feedctl service restore FILE',
  },
];

const VIEW: View = {
  one: 'finding',
  many: 'findings',
  columns: [
    { field: 'finding', kind: 'state', rank: 1 },
    { field: 'detail', rank: 2 },
    { field: 'rows', rank: 3 },
    { field: 'examples', rank: 5 },
    { field: 'mend', rank: 4 },
  ],
};

export const check = defineVerb({
  name: 'check',
  summary: 'Look whether the database is sound',
  description:
    'Looks for everything that should not be: damage of the file (SQLite) or of indexes (PostgreSQL), rows that refer to rows that are not there, and what the service takes for granted of times, leases, deliveries and bundles. Nothing is changed, and feedctl serve may go on working. It reads the whole database, some seconds for each gigabyte. Exits with 9 when it finds something.',
  options: { database: databaseOption },
  examples: [
    ['feedctl service check', 'After a crash of the machine, or once a week from cron'],
    ["feedctl service check --json | jq -r '.[].finding'", 'The kinds of findings alone'],
  ],
  output: SAMPLE,
  exitCodes: [3, 7, 9, 130, 143],
  async run(context, _args, { database }): Promise<ExitCode | undefined> {
    const { databasePlace } = await import('../../profiles/database-place.js');
    const { withMoving } = await import('./moving.js');
    const { signal, output, notes } = context;
    const checked = await withMoving(async (moving) => {
      const location = databasePlace(context.env, database).location;
      return context.during('Checking', () => moving.checkDatabase(location, { signal }));
    });
    await output.rows(checked.findings, VIEW);
    if (checked.findings.length > 0) return 9;
    await notes.allWell(`Sound: ${checked.checks} checks of ${checked.database} found nothing.`);
    return undefined;
  },
});
