// Runs a test in its long form: npm run prove NAME [sizes]. Without a name: lists them.
import { spawnSync } from 'node:child_process';
import { cleanEnvironment } from './clean-environment.js';

const POSTGRES = 'test/service/store/postgres';

/** By name: what is checked, which files do it, and how long, as FEEDCTL_PROOF_… with a usual value. */
const PROOFS = {
  bulk: {
    about: 'kills a bulk create and an apply; running them again gives exactly what was asked for',
    tests: ['test/e2e/kill-rounds.test.ts'],
    sizes: { ROUNDS: 30 },
  },
  copy: {
    about:
      'kills a copy between SQLite and PostgreSQL; the target is empty, and the next one completes',
    tests: ['test/service/maintenance/postgres.test.ts'],
    sizes: { ROUNDS: 20 },
  },
  deliveries: {
    about: 'kills a delivering process; every event arrives',
    tests: ['test/service/webhooks/kill-rounds.test.ts'],
    sizes: { ROUNDS: 100 },
  },
  'disk-full': {
    about: 'fills the disk under a running server and frees it again (Linux, as root)',
    script: 'scripts/prove-disk-full.js',
    usage: '[sqlite|postgres]',
  },
  durability: {
    about: 'kills a writing process; SQLite keeps what was acknowledged',
    tests: ['--project', 'sqlite', 'test/service/store/durability.test.ts'],
    sizes: { ROUNDS: 50 },
  },
  'event-loop': {
    about:
      'the worst documents and requests at their limits of size; serve answers others meanwhile',
    tests: ['--project', 'sqlite', 'test/e2e/event-loop.test.ts'],
    sizes: { SHARE: 1 },
  },
  'first-start': {
    about: 'starts four processes at once on a new database; one creates it, all work',
    tests: ['--project', 'sqlite', 'test/service/store/several-processes.test.ts'],
    sizes: { ROUNDS: 20 },
  },
  freshness: {
    about:
      'the loop of serve on a virtual clock: items as soon as in a replay, the budget within 5 %',
    tests: ['--disableConsoleIntercept=true', 'test/service/schedule/loop-freshness.test.ts'],
    sizes: { SOURCES: 50, DAYS: 10 },
  },
  migrations: {
    about: 'kills a process that migrates; the next start finishes it and nothing is lost',
    tests: [
      '--disableConsoleIntercept=true',
      '--project=sqlite',
      '--project=postgres',
      'test/service/store/migrate-killed.store.test.ts',
    ],
    sizes: { ROUNDS: 20 },
  },
  'mixed-load': {
    about: 'two servers and the command line on one SQLite file; no command fails with a lock',
    tests: ['--project', 'sqlite', 'test/e2e/mixed-load.test.ts'],
    sizes: { SECONDS: 60 },
  },
  month: {
    about:
      'a simulated month of refreshing; every item found in time, no publisher asked too often',
    tests: ['test/service/refresh/month.test.ts'],
    sizes: { FEEDS: 1000, DAYS: 30 },
  },
  postgres: {
    about: 'all tests of both stores on PostgreSQL; npm test leaves out what repeats statements',
    tests: ['--project', 'postgres'],
    sizes: { FILES: 'all' },
  },
  processes: {
    about: 'kills workers, then PostgreSQL itself; each due feed is refreshed once, events arrive',
    tests: [
      '--project',
      'postgres',
      `${POSTGRES}/processes.test.ts`,
      `${POSTGRES}/database-away.test.ts`,
    ],
    sizes: { KILLS: 60, FEEDS: 2000, DEATHS: 5 },
  },
  queue: {
    about: 'a receiver that hangs holds up no other, and gets all its deliveries in the end',
    tests: ['test/service/webhooks/long-queue.store.test.ts'],
    sizes: { DELIVERIES: 10_000 },
  },
  refresh: {
    about: 'kills a refreshing process; nothing is lost',
    tests: ['test/service/refresh/kill-rounds.test.ts'],
    sizes: { ROUNDS: 100 },
  },
  site: {
    about: 'kills feedctl build; the site is the old or the new version, and guids stay',
    tests: ['test/e2e/build-killed.test.ts'],
    sizes: { ROUNDS: 30 },
  },
  year: {
    about:
      'a simulated year of refreshing, delivering and deleting; prints the size of the database',
    tests: ['--disableConsoleIntercept=true', 'test/service/retention/year.test.ts'],
    sizes: { FEEDS: 1000 },
  },
};

const [name, ...values] = process.argv.slice(2);
const proof =
  name === undefined ? undefined : Object.entries(PROOFS).find(([key]) => key === name)?.[1];
if (proof !== undefined) process.exitCode = prove(proof, values);
else if (name === undefined) console.log(list());
else {
  console.error(`No proof is called ${name}.\n${list()}`);
  process.exitCode = 2;
}

/** @returns {number} the exit code of the tests */
function prove({ script, tests = [], sizes = {} }, values) {
  const variables = Object.entries(sizes).map(([size, usual], index) => [
    `FEEDCTL_PROOF_${size}`,
    values[index] ?? String(usual),
  ]);
  const [command, words] =
    script === undefined
      ? ['npx', ['vitest', 'run', ...tests]]
      : [process.execPath, [script, ...values]];
  const env = cleanEnvironment(Object.fromEntries(variables));
  return spawnSync(command, words, { stdio: 'inherit', env }).status ?? 1;
}

function list() {
  const lines = Object.entries(PROOFS).map(([key, { about, sizes = {}, usage }]) => {
    const words = Object.entries(sizes).map(([size, usual]) => `[${size.toLowerCase()}=${usual}]`);
    return `  ${[key, usage ?? words.join(' ')].join(' ').padEnd(46)} ${about}`;
  });
  return ['Usage: npm run prove NAME [SIZE…]', ...lines].join('\n');
}
