import type { Chore } from '../../../src/service/retention/claim-chore.js';

/** A chore that is always due, and does nothing. */
export const heldChore: Chore = {
  name: 'held',
  everyMs: 0,
  step: async () => ({ position: null, done: true, cleared: 0 }),
};
