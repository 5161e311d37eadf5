/** Exports for the service besides the public entry. The package does not export them. */
export { type AnalysisInput, analysePage, type PageAnalysis } from './analyse.js';
export {
  certainFailure,
  emptyPage,
  type Failure,
  foreignPage,
  speaksOfConsent,
} from './failure/diagnose.js';
export { MAX_ENTRIES } from './fields/extract.js';
export { judgeRepair } from './judge-repair.js';
export { metadataOf } from './metadata/metadata.js';
export { isNamed, stableTokens } from './page/class-names.js';
export { isLinkNote } from './page/hidden-content.js';
export { type Link, type Page, readPage } from './page/page.js';
export { BLOCK, BREAKS_OUT, HEADING } from './page/tags.js';
export { textOf } from './page/text.js';
export {
  attribute,
  contains,
  type ElementNode,
  type PageNode,
  type TextNode,
} from './page/tree.js';
export { pairLists } from './pair-lists.js';
export { type PointedLists, type PointedPage, pointAt } from './point-at.js';
export type { RepairFacts } from './repair.js';
export { MIN_KNOWN_ITEMS } from './same-list.js';
export { compileSelectors, SelectorError } from './strategies/selector-matcher.js';
