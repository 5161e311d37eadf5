/** What `train/` and the tests of the model measure with. The package does not export it. */

export { siteOf } from '../base/same/site.js';
export { choose } from './choose.js';
export { certainFailure } from './failure/diagnose.js';
export { LIST_FEATURES, measureLists } from './features/list-features.js';
export { measurePage, PAGE_FEATURES } from './features/page-features.js';
export { type FoundItem, MAX_ENTRIES } from './fields/extract.js';
export { TITLE_FEATURES } from './fields/title-features.js';
export { PREFERRED, type TitledRecord, titleSlots, titlesAt } from './fields/title-slots.js';
export { metadataOf } from './metadata/metadata.js';
export {
  contributions,
  meanPrediction,
  NODE,
  placeIn,
  predict,
  STEP,
  type TreeModel,
} from './model/trees.js';
export { identityOf } from './page/address.js';
export { type Link, linkText, type Page, readPage } from './page/page.js';
export type { ElementNode } from './page/tree.js';
export {
  itemsOfRecords,
  recordsOfList,
  titledRecords,
  withoutMarks,
} from './strategies/records/candidate.js';
export { candidateLists } from './strategies/records/lists.js';
export { rankedLists } from './strategies/records/rank.js';
export { type Survey, surveyPage } from './survey/survey.js';
export { BELIEVED } from './survey/weights.js';
