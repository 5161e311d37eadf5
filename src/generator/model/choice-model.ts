import table from './model.json' with { type: 'json' };
import type { TreeModel } from './trees.js';

/**
 * What was learned from labelled pages; `npm run train -- fit` makes the table. The greater its sum for a
 * list, the likelier the list is what its page lists. 0 stands for "the page lists nothing".
 */
// The compiler does not see that each node of a tree has one or five numbers.
export const CHOICE_MODEL = table as unknown as TreeModel;
