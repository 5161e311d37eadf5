import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { cleanThisEnvironment } from './scripts/clean-environment.js';
import { RUN_FACTOR } from './test/support/property-runs.js';

// Before the first worker starts, however vitest was started.
cleanThisEnvironment();

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Run on both stores; their databases come from test/support/database.ts. */
const ON_BOTH_STORES = ['test/**/*.store.test.ts', 'test/**/*.store.test.tsx'];

/**
 * Send PostgreSQL nothing but what other files send it as well (their statements were compared): all the
 * same on both by `npm run prove postgres`.
 */
export const ASKED_ELSEWHERE = [
  'test/conformance/{2,5,7,8}-*',
  'test/conformance/{4-create-feed,4-feeds,accounts.store,backfill,filters,keep-failing,max-age,records,refresh,repair}*',
  'test/conformance/{change-source,fidelity,item-extensions,source-extension}*',
  'test/service/dashboard/{feed-pages,pages.store,sign-in}*',
  'test/service/accounts/{accounts,request-limiter}*',
  'test/service/events/{event-types,publish-event}*',
  'test/service/app/roles*',
  'test/service/http/{current-answers,metrics,published}*',
  'test/service/items/{common-changes,compare-document,insert-items,item-order}*',
  'test/service/operation/list-instances*',
  'test/service/refresh/{changes,dates-ahead,loop,pages-over-time,redesign,refresher,request-budget,same-items}*',
  'test/service/webhooks/{chat-formats,delivery-loop,long-queue,webhooks}*',
  'test/service/websub/publish*',
];

/** What only PostgreSQL does. */
const ON_POSTGRES = [
  'test/service/store/postgres/*.test.ts',
  'test/service/maintenance/postgres.test.ts',
  'test/e2e/moving-postgres.test.ts',
];

/** Change what every other file reads, before it is loaded: each in a process of its own. */
const ISOLATED = ['test/**/*.isolated.test.ts'];

export default defineConfig({
  define: { __FEEDCTL_VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  test: {
    // The worker entry points and the real binary are tested as built.
    globalSetup: ['test/support/build.ts'],
    reporters: ['default', './test/support/time-report.ts'],
    setupFiles: ['test/support/property-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, ...ON_POSTGRES, ...ISOLATED],
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, isolate: true } },
      {
        // The same tests again, where they ask the store for something of their own.
        extends: true,
        test: {
          name: 'postgres',
          include: [...ON_BOTH_STORES, ...ON_POSTGRES],
          exclude: [
            ...configDefaults.exclude,
            ...(process.env.FEEDCTL_PROOF_FILES === 'all' ? [] : ASKED_ELSEWHERE),
          ],
          globalSetup: ['test/support/postgres.ts'],
        },
      },
    ],
    // Generous: a limit ends what hangs, and is no statement about speed.
    testTimeout: 180_000 * RUN_FACTOR,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // The files of a worker share its modules: loading them anew for each of 370 files took a third
    // of the run. A test that changes something for the whole process puts it back, or its file is
    // named `*.isolated.test.ts`.
    isolate: false,
    // Both stores, and the next run, read a compiled module instead of compiling it again. The
    // version is part of the path because `define` is not part of a module's key there.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: `node_modules/.cache/vitest-modules/${version}`,
    },
    // Tests of a file that `npm run test:fast` leaves out.
    tags: [{ name: 'slow', description: 'takes over a second of a core; left to `npm test`' }],
    // Room for short-lived objects, in MB: with Node's 16, parsers spent a third of their time in the
    // garbage collector.
    execArgv: ['--max-semi-space-size=64'],
    // Two cores are the smallest machine the suite is meant for; a file waits half its time for a
    // process, a lock or a lease. Three workers took 10 % longer.
    maxWorkers: 4,
  },
});
