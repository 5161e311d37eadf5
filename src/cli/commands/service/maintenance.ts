import { explained, loadService } from '../../connection/embedded.js';
import { CliError, type ExitCode } from '../../kit/index.js';

/** The maintenance functions of the service; loaded only for these commands. */
export type Maintenance = Awaited<
  ReturnType<Awaited<ReturnType<typeof loadService>>['loadMaintenance']>
>;

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

/** Runs `work` with the maintenance functions and converts their errors to `CliError`. */
export async function withMaintenance<T>(
  work: (maintenance: Maintenance) => Promise<T>,
): Promise<T> {
  const { loadMaintenance } = await loadService();
  const maintenance = await loadMaintenance();
  try {
    return await explained(() => work(maintenance));
  } catch (error) {
    if (!(error instanceof maintenance.MaintenanceError)) throw error;
    const { message, code, hint } = error;
    const exitCode = EXIT_CODES[code] ?? 1;
    throw new CliError(message, { code, exitCode, cause: error, ...(hint && { hint }) });
  }
}
