import { LIST_FEATURES, measureLists } from '../../features/list-features.js';
import { measurePage, PAGE_FEATURES } from '../../features/page-features.js';
import { contributions, predict } from '../../model/trees.js';
import type { RankedList } from '../../survey/record-list.js';
import { onceASurvey, type Survey } from '../../survey/survey.js';
import { candidateLists } from './lists.js';

/** All lists of a page, the most likely one first. */
export const rankedLists = onceASurvey((survey): readonly RankedList[] => {
  const ofPage = measurePage(survey);
  const lists = candidateLists(survey);
  const measured = measureLists(survey, lists);
  return lists
    .map((sets, at) => {
      const values = [...ofPage, ...(measured[at] ?? [])];
      return { sets, values, score: predict(survey.model, values) };
    })
    .sort((a, b) => b.score - a.score);
});

/** Probability that one of the lists is the main list of the page, 0 to 1. */
export const likelihood = onceASurvey((survey): number => {
  let sum = 0;
  for (const { score } of rankedLists(survey)) sum += Math.exp(score);
  return sum / (1 + sum);
});

/** English descriptions of the values of a list, by name. */
const WORDS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(PAGE_FEATURES).map(([name, [words]]) => [name, words]),
  ...Object.entries(LIST_FEATURES).map(([name, { words }]) => [name, words]),
]);
const NAMES = Object.keys(WORDS);

/** One value of a list, by its name in LIST_FEATURES. */
export function featureOf({ values }: RankedList, name: string): number {
  return values[NAMES.indexOf(name)] ?? 0;
}

/** Number of values that an explanation shows: those with the most influence. */
const SHOWN = 5;

/** The five values with the most influence for or against a list, by their English descriptions. */
export function reasonsFor({ model }: Survey, { values }: RankedList): Record<string, number> {
  const weighty = [...contributions(model, values)]
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .slice(0, SHOWN);
  return Object.fromEntries(weighty.map(([name, value]) => [WORDS[name] ?? name, value]));
}
