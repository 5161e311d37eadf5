import { type ExitCode, flag } from '../../kit/index.js';
import type { View } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';
import { databaseOption } from './database-option.js';

const SAMPLE = [
  {
    finding: 'dangling',
    detail: 'Rows of items whose feed_id is in no row of feeds',
    rows: 3,
    examples: ['a1B2c3D4e5F6g7H8'],
    fixes: ['Restore a backup: feedctl service restore FILE'],
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
    { field: 'fixes', rank: 4 },
  ],
};

export const check = defineVerb({
  name: 'check',
  summary: 'Check the database for damage and broken invariants',
  description:
    'Checks for damage of the file (SQLite) or of indexes (PostgreSQL), texts that are not UTF-8 (SQLite), references to missing rows, and broken invariants of times, leases, deliveries and bundles. Without --repair nothing is changed. feedctl serve may keep running. It reads the whole database: a few seconds per gigabyte. Exits with 9 when a problem was found.',
  options: {
    database: databaseOption,
    repair: flag('replace bytes that are not UTF-8 in texts'),
  },
  examples: [
    ['feedctl service check', 'Check after a machine crash, or weekly from cron'],
    ["feedctl service check --json | jq -r '.[].finding'", 'Print only the kinds of findings'],
  ],
  output: SAMPLE,
  exitCodes: [3, 7, 9, 130, 143],
  async run(context, _args, { database, repair }): Promise<ExitCode | undefined> {
    const { databasePlace } = await import('../../profiles/database-place.js');
    const { withMaintenance } = await import('./maintenance.js');
    const { signal, output, notes } = context;
    const checked = await withMaintenance(async (maintenance) => {
      const location = databasePlace(context.env, database).location;
      return context.during('Checking', () =>
        maintenance.checkDatabase(location, { signal, repair }),
      );
    });
    if (checked.repaired > 0) {
      await notes.note(`Replaced the invalid bytes of ${checked.repaired} texts.`);
    }
    await output.rows(checked.findings, VIEW);
    if (checked.findings.length > 0) return 9;
    await notes.allWell(`No problems: ${checked.checks} checks of ${checked.database} passed.`);
    return undefined;
  },
});
