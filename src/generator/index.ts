/**
 * From a page without a feed to its list of items: `import { readList } from "feedctl/generator"`. It
 * keeps nothing and asks no clock; docs/generator.md has the whole of it.
 */
export type { ConsideredSet } from './analyse.js';
export type { Explanation } from './explain.js';
export { type FeedRule, RULE_VERSION } from './feed-rule.js';
export type { FoundItem } from './fields/extract.js';
export type { KnownItem } from './known-items.js';
export type { PageMetadata } from './metadata/metadata.js';
export { identityOf } from './page/address.js';
export type { FollowUpFetch } from './page/follow-up.js';
export type { Selectors } from './page/selectors.js';
export { type PageFacts, readList, replay, suggestSelectors } from './read-list.js';
export {
  type ListReading,
  MAX_PAGE,
  type Refusal,
  readSite,
  type SiteReading,
  type SiteRequest,
} from './read-site.js';
export type { Suggestion } from './suggest-selectors.js';
