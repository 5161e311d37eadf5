import page from './page.json' with { type: 'json' };
import ranker from './ranker.json' with { type: 'json' };
import type { TreeModel } from './trees.js';

/** What was learned from labelled pages; `npm run train` makes both tables. */
export interface Models {
  /** Which of the lists of a page is its list: the greater the sum, the more likely. */
  ranker: TreeModel;
  /** Whether a page with its best list is a list of items: the logarithm of the odds. */
  page: TreeModel;
}

// The compiler does not see that each node of a tree has one or five numbers.
export const MODELS = { ranker, page } as unknown as Models;
