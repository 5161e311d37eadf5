import type { ExitCode } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { databasePlace } from '../../profiles/database-place.js';
import type { Context } from '../../verbs/context.js';
import { withMaintenance } from '../service/maintenance.js';

const VIEW: View = {
  one: 'finding',
  many: 'findings',
  columns: columns('check:1 detail:2 rows:3 examples:5 fixes:4', { check: { kind: 'state' } }),
};

/**
 * Reads a whole database and prints damage and inconsistencies.
 *
 * @param database as typed; empty for the database of this machine
 * @returns exit code 9 if there is a problem
 */
export async function checkDatabase(
  context: Context,
  database: string | undefined,
  { repair }: { repair: boolean },
): Promise<ExitCode | undefined> {
  const { env, output, notes } = context;
  const checked = await withMaintenance(
    context,
    'feedctl doctor --database',
    (maintenance, { signal }) => {
      const { location } = databasePlace(env, database || undefined);
      return context.during('Checking', () =>
        maintenance.checkDatabase(location, { signal, repair }),
      );
    },
  );
  if (checked.repaired > 0) {
    await notes.note(`Replaced the invalid bytes of ${checked.repaired} texts.`);
  }
  const rows = checked.findings.map(({ finding, ...facts }) => ({
    check: finding,
    status: 'fail',
    ...facts,
  }));
  await output.inOtherShape().rows(rows, VIEW);
  if (rows.length > 0) return 9;
  await notes.allWell(`No problems: ${checked.checks} checks of ${checked.database} passed.`);
  return undefined;
}
