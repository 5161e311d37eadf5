import type { Survey } from '../survey.js';
import { jsonLdItems, type StructuredItem } from './json-ld.js';
import { microdataItems } from './microdata.js';
import { microformatItems } from './microformats.js';

const known = new WeakMap<Survey, readonly StructuredItem[]>();

/** Every item that the page marks for machines, in whatever way; computed once a page. */
export function markedItems(survey: Survey): readonly StructuredItem[] {
  let items = known.get(survey);
  if (items === undefined) {
    items = [...jsonLdItems(survey), ...microdataItems(survey), ...microformatItems(survey)];
    known.set(survey, items);
  }
  return items;
}
