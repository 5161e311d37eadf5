// The environment of tests, proofs and benchmarks: settings of this machine change neither results nor
// ratios. NODE_OPTIONS and NODE_EXTRA_CA_CERTS act on every Node.js process, and the second alone
// costs more start-up time than the command line does; FEEDCTL_DATABASE_URL names real data.
import { spawnSync } from 'node:child_process';

/** Settings of Node.js and of feedctl. */
const MACHINE_SETTINGS = /^(?:NODE_|UV_|FEEDCTL_)/;

/** Settings of the tests themselves, which are given on purpose. */
const TEST_SETTINGS = /^FEEDCTL_(?:TEST|PROOF)_/;

/**
 * An environment for a child process.
 *
 * @param {Readonly<Record<string, string>>} [added] variables of the child.
 * @param {NodeJS.ProcessEnv} [machine] environment of this machine.
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(added = {}, machine = process.env) {
  const kept = Object.entries(machine).filter(([name]) => !isMachineSetting(name));
  return { ...Object.fromEntries(kept), ...added };
}

/** Takes the machine's settings out of this process's environment, which its children inherit. */
export function cleanThisEnvironment() {
  for (const name of Object.keys(process.env)) {
    if (isMachineSetting(name)) delete process.env[name];
  }
}

/**
 * Runs this program again without the machine's settings, which Node.js reads before any code runs.
 *
 * @returns {number | undefined} exit code of that run; undefined when this process is clean.
 */
export function restartClean() {
  if (!Object.keys(process.env).some(isMachineSetting)) return undefined;
  const { status } = spawnSync(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    env: cleanEnvironment(),
  });
  return status ?? 1;
}

function isMachineSetting(name) {
  return MACHINE_SETTINGS.test(name) && !TEST_SETTINGS.test(name);
}
