/**
 * What the service reads of a list that it has stored. Apart from `service.ts`: this is loaded with
 * every feed, and reading a page is not.
 */
export { readRule } from './feed-rule.js';
export { driftOf, type ListDrift } from './list-drift.js';
