import type { ExitCode } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { databasePlace } from '../../profiles/database-place.js';
import type { Context } from '../../verbs/context.js';
import { refuseService } from '../base/refuse-service.js';
import { withMaintenance } from '../service/maintenance.js';

const VIEW: View = {
  one: 'finding',
  many: 'findings',
  columns: columns('check:1 detail:2 rows:3 examples:5 fixes:4', { check: { kind: 'state' } }),
};

/**
 * Reads a whole database and prints what is damaged or inconsistent.
 *
 * @param database as typed; the one of this machine when empty
 * @returns exit code 9 when there is something
 */
export async function checkDatabase(
  context: Context,
  database: string | undefined,
  { repair }: { repair: boolean },
): Promise<ExitCode | undefined> {
  const { env, globals, signal, output, notes } = context;
  refuseService(
    globals,
    'feedctl doctor --database',
    (flag) => `Leave ${flag} out, or run the command on the machine of that service.`,
  );
  const checked = await withMaintenance(async (maintenance) => {
    const { location } = databasePlace(env, database || undefined);
    return context.during('Checking', () =>
      maintenance.checkDatabase(location, { signal, repair }),
    );
  });
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
