import { explained, loadService } from '../../connection/embedded.js';
import { CliError, type ExitCode, text } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { refuseService } from '../base/refuse-service.js';
import { maintenanceProgress, type Progress } from './maintenance-progress.js';

/** Option that names the database. */
export const databaseOption = text(
  'DATABASE',
  'sqlite:FILE, postgres://… or env:NAME (default: the one of this machine)',
);

/** Facts of a database, with the names of the JSON output. */
export function shownDatabase<T extends { schemaVersion: number; feedctlVersion: string }>({
  schemaVersion: schema_version,
  feedctlVersion: feedctl_version,
  ...facts
}: T) {
  return { ...facts, schema_version, feedctl_version };
}

/** The maintenance functions of the service; loaded only for these commands. */
type Maintenance = Awaited<ReturnType<Awaited<ReturnType<typeof loadService>>['loadMaintenance']>>;

/** Exit codes by error code. */
const EXIT_CODES: Readonly<Record<string, ExitCode>> = {
  FILE_NOT_FOUND: 3,
  DATABASE_MISSING: 3,
  FILE_UNUSABLE: 2,
  FILE_UNREADABLE: 2,
  FILE_UNWRITABLE: 2,
  SAME_DATABASE: 2,
  FILE_EXISTS: 5,
  DATABASE_IN_USE: 5,
  DATABASE_NOT_EMPTY: 5,
  DATABASE_DAMAGED: 7,
};

/**
 * Runs `work` with the maintenance functions of the service, on the database itself. Shows progress,
 * and converts errors to `CliError`.
 *
 * @param command as people type it
 */
export async function withMaintenance<T>(
  context: Context,
  command: string,
  work: (
    maintenance: Maintenance,
    options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
  ) => Promise<T>,
): Promise<T> {
  refuseService(
    context.globals,
    command,
    (flag) => `Leave ${flag} out, or run the command on the machine of that service.`,
  );
  const { loadMaintenance } = await loadService();
  const maintenance = await loadMaintenance();
  const progress = maintenanceProgress(context);
  const options = { signal: context.signal, onProgress: progress.show };
  try {
    return await explained(() => work(maintenance, options));
  } catch (error) {
    if (!(error instanceof maintenance.MaintenanceError)) throw error;
    const { message, code, hint } = error;
    const exitCode = EXIT_CODES[code] ?? 1;
    throw new CliError(message, { code, exitCode, cause: error, ...(hint && { hint }) });
  } finally {
    await progress.end();
  }
}
