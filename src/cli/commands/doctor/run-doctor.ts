import { VERSION } from '../../../contract/version.js';
import { findingLines } from '../../checks/finding.js';
import { checksOf, factsOf, type MachineCheckName } from '../../checks/table.js';
import type { ExitCode } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import {
  type Check,
  checkConfiguration,
  checkDataDirectory,
  fail,
  failure,
  ok,
} from './check-files.js';
import {
  checkCredentials,
  checkDatabaseFile,
  checkFeeds,
  checkProxy,
  checkReachability,
} from './check-service.js';

/** The oldest Node this program runs on: `engines` in package.json. */
const OLDEST_NODE = [20, 19] as const;

const MACHINE_CHECKS: Readonly<Record<MachineCheckName, (context: Context) => Promise<Check[]>>> = {
  node: async () => [checkNode(process.version)],
  configuration: checkConfiguration,
  'data directory': checkDataDirectory,
  credentials: checkCredentials,
  proxy: checkProxy,
  reachability: checkReachability,
  database: checkDatabaseFile,
  feeds: checkFeeds,
};

/** Runs every check, even after a failure, and prints a line for each. */
export async function runDoctor(context: Context): Promise<ExitCode | undefined> {
  const done: Check[] = [];
  async function* checks() {
    for (const name of checksOf('machine')) {
      if (isMoot(name, done)) continue;
      const found = await context
        .during(`Checking ${name}`, () => MACHINE_CHECKS[name](context))
        .catch((error: unknown) => {
          context.signal.throwIfAborted();
          return [failure(name, error)];
        });
      done.push(...found);
      yield* found;
    }
  }
  await context.output.rows(checks(), DOCTOR_VIEW);
  return done.some(({ status }) => status === 'fail') ? 9 : undefined;
}

/** @param version in the form of `process.version` */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const detail = `Node ${version}, feedctl ${VERSION}, ${process.platform} ${process.arch}`;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  return isOld
    ? fail('node', `${detail}. It needs Node ${OLDEST_NODE.join('.')}.`, 'nvm install --lts')
    : ok('node', detail);
}

/** A check is skipped when one that it needs failed: the same failure twice does not help. */
function isMoot(name: MachineCheckName, done: readonly Check[]): boolean {
  const needs: readonly string[] = factsOf(name).needs ?? [];
  return done.some(({ check, status }) => status === 'fail' && needs.includes(check));
}

export const DOCTOR_VIEW: View = {
  one: 'check',
  many: 'checks',
  columns: columns('check status detail fixes', { status: { kind: 'text' } }),
  line: findingLines,
};
