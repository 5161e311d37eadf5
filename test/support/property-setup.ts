import { RUN_FACTOR, runs } from './property-runs.js';

// Not loaded in a usual run: most test files have no property.
if (RUN_FACTOR > 1) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: runs(100) });
}
