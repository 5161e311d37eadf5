import { configDefaults, defineConfig } from 'vitest/config';
import full from './vitest.config.js';

/**
 * What is left out while working, for `npm test` to run: browsers, PostgreSQL, processes that are
 * started and killed, and everything that waits.
 */
export const LEFT_TO_THE_FULL_RUN = [
  'test/browser/**',
  'test/conformance/selector-cost.test.ts',
  'test/e2e/**',
  'test/examples/**',
  'test/service/render/**',
  'test/service/maintenance/**',
  'test/service/retention/year.test.ts',
  'test/service/retention/chores-together.test.ts',
  'test/service/refresh/{expensive-selectors,month}.test.ts',
  'test/service/{refresh/loop,webhooks/delivery-loop}.store.test.ts',
  'test/service/app/serve.test.ts',
  'test/service/sources/document/html.test.ts',
  'test/generator/{budget,analyse-in-worker,stability,figures,structures}.test.ts',
  'test/generator/strategies/selector-cost.test.ts',
  'test/service/store/{disk-full,durability,query-plans,several-processes}.test.ts',
  'test/service/store/{abandoned-leases,migrate-killed,two-releases}.store.test.ts',
  'test/service/store/postgres/**',
  'test/service/webhooks/long-queue.store.test.ts',
  'test/cli/commands/{apply/desired-state,auth/credentials,build/build,preview/preview}.test.ts',
  'test/cli/commands/webhooks/webhooks.test.ts',
  'test/cli/connection/embedded.test.ts',
  'test/cli/manifest/{round-trip,own-round-trip}.test.ts',
  'test/cli/{cli-docs,man-page}.test.ts',
  'test/client/package.test.ts',
  'test/{clean-environment,licences,release}.test.ts',
  'test/**/kill-rounds.test.ts',
  'test/**/*.isolated.test.ts',
];

const { projects: _, ...common } = full.test ?? {};

/** `npm run test:fast`: on SQLite alone, without the single tests that are tagged `slow`. */
export default defineConfig({
  ...full,
  test: {
    ...common,
    name: 'fast',
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...LEFT_TO_THE_FULL_RUN],
  },
});
