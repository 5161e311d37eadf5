import table from './model.json' with { type: 'json' };
import titleTable from './title-model.json' with { type: 'json' };
import { readModel, type TreeModel } from './trees.js';

/**
 * What was learned from labelled pages; `npm run train -- fit` makes the table. The greater its sum for a
 * list, the likelier the list is what its page lists. 0 stands for "the page lists nothing".
 */
export const CHOICE_MODEL: TreeModel = readModel(table);

/** Likewise for the places of a list where its titles may be; `npm run train -- fit-titles` makes it. */
export const TITLE_MODEL: TreeModel = readModel(titleTable);
