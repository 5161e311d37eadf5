import { LIST_FEATURES } from '../../model/list-feature-names.js';
import { measure } from '../../model/list-features.js';
import { measurePage, PAGE_FEATURES } from '../../model/page-features.js';
import { contributions, predict, probability } from '../../model/trees.js';
import { onceASurvey, type Survey } from '../../survey.js';
import { candidateLists, greatestOf, measured } from './lists.js';
import type { RankedList } from './record-list.js';

/** Every list of a page, the most likely one first. */
export const rankedLists = onceASurvey((survey): readonly RankedList[] => {
  const greatest = greatestOf(survey);
  return candidateLists(survey)
    .map((sets) => {
      const features = measure(survey, measured(sets), greatest);
      return { sets, features, score: predict(survey.models.ranker, Object.values(features)) };
    })
    .sort((a, b) => b.score - a.score);
});

const pageValues = onceASurvey((survey): number[] => Object.values(measurePage(survey)));

/** How likely a page is one that lists items, and these are them: 0 to 1. */
export function likelihood(survey: Survey, list: RankedList): number {
  return probability(predict(survey.models.page, valuesFor(survey, list)));
}

function valuesFor(survey: Survey, { features, score }: RankedList): number[] {
  return [...pageValues(survey), ...Object.values(features), score];
}

/** Numbers that decided most, by what they are called in English. */
const SHOWN = 5;
const WORDS: Readonly<Record<string, string>> = {
  ...LIST_FEATURES,
  ...PAGE_FEATURES,
  score: 'preferred to the other lists',
};

/** The five numbers that speak most for a list or against it, in words. */
export function reasonsFor({ models }: Survey, { features }: RankedList): Record<string, number> {
  return mostWeighty(contributions(models.ranker, Object.values(features)));
}

/** The five numbers that speak most for a list of items on the page or against one, in words. */
export function reasonsOfPage(survey: Survey, list: RankedList): Record<string, number> {
  return mostWeighty(contributions(survey.models.page, valuesFor(survey, list)));
}

function mostWeighty(moved: ReadonlyMap<string, number>): Record<string, number> {
  const weighty = [...moved].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, SHOWN);
  return Object.fromEntries(weighty.map(([name, value]) => [WORDS[name] ?? name, value]));
}
