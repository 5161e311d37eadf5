import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Their databases come from test/support/database.ts. */
const ON_BOTH_STORES = ['test/conformance/*.test.ts'];

export default defineConfig({
  define: { __FEEDCTL_VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  test: {
    // The worker entry points and the real binary are tested as built.
    globalSetup: ['test/build.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['test/**/*.test.ts', 'test/**/*.test.tsx'] },
      },
      {
        // The same tests again, of everything that touches the store.
        extends: true,
        test: { name: 'postgres', include: ON_BOTH_STORES, globalSetup: ['test/postgres.ts'] },
      },
    ],
    // Generous: a limit ends what hangs, and is no statement about speed.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // Two cores are the smallest machine the suite is meant for.
    maxWorkers: 2,
  },
});
