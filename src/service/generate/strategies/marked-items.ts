import type { FoundItem } from '../fields/extract.js';
import { onceASurvey } from '../survey.js';
import { jsonLdItems } from './json-ld.js';
import { microdataItems } from './microdata.js';
import { microformatItems } from './microformats.js';

/** Every item that the page marks for machines, in whatever way. */
export const markedItems = onceASurvey((survey): readonly FoundItem[] => [
  ...jsonLdItems(survey),
  ...microdataItems(survey),
  ...microformatItems(survey),
]);
