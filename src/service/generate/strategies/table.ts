import { linklessCandidate } from './linkless.js';
import { shellCandidate } from './state.js';
import type { Strategy } from './strategy.js';

/**
 * What is tried where the HTML of a page shows no list of links; of several the most confident wins.
 * WordPress and the sitemap need further requests; generate.ts asks them last.
 */
export const STRATEGIES: readonly Strategy[] = [
  { name: 'linkless', candidate: linklessCandidate },
  { name: 'state', candidate: shellCandidate },
];
