import { jsonLdStrategy } from './json-ld.js';
import { linklessStrategy } from './linkless.js';
import { microdataStrategy } from './microdata.js';
import { microformatStrategy } from './microformats.js';
import { recordsStrategy } from './records/candidate.js';
import { stateStrategy } from './state.js';
import type { Strategy } from './strategy.js';

/**
 * Every way to find the items of a page. The order decides between strategies that are equally
 * confident. WordPress and the sitemap need further requests; generate.ts asks them last.
 */
export const STRATEGIES: readonly Strategy[] = [
  microformatStrategy,
  microdataStrategy,
  jsonLdStrategy,
  stateStrategy,
  linklessStrategy,
  recordsStrategy,
];
