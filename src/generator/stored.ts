/**
 * Exports for reading a stored list. They are separate from `service.ts` because they are loaded
 * with every feed, unlike the code that reads a page.
 */
export { readRule } from './feed-rule.js';
export { driftOf, type ListDrift } from './list-drift.js';
