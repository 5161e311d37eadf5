import table from './model.json' with { type: 'json' };
import titleTable from './title-model.json' with { type: 'json' };
import { readModel, type TreeModel } from './trees.js';

/**
 * The model for lists, trained on labelled pages; `npm run train -- fit` creates the table. The
 * higher its sum for a list, the likelier it is the list of its page. 0 means "the page has no
 * list".
 */
export const CHOICE_MODEL: TreeModel = readModel(table);

/**
 * The model for the places of a list that may contain its titles; `npm run train -- fit-titles`
 * creates it.
 */
export const TITLE_MODEL: TreeModel = readModel(titleTable);
