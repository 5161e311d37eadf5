import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isFrontPage } from '../bench/generate-labels.js';
import { compare, type PageScore, type Share } from '../bench/generate-score.js';
import {
  certainFailure,
  choose,
  metadataOf,
  siteOf,
  surveyPage,
  type TreeModel,
} from '../src/generator/training.js';
import { toDocument } from '../src/service/sources/page-document.js';
import { readData, readTitleData } from './data.js';
import { intervalText, meanOf } from './figures.js';
import { FOLDS, foldOf, modelWithout } from './fit.js';
import { isForTraining } from './halves.js';
import { type FoundPage, readFolder, readHtml } from './pages.js';
import { titleModelWithout } from './titles.js';

/** How one page came out. */
interface Outcome {
  page: string;
  type: string;
  isList: boolean | null;
  isFront: boolean;
  isFeed: boolean;
  score: PageScore | null;
}

/**
 * Runs the whole generator over the pages of some folders, each with models that have seen no page of
 * its site, and prints how right the lists, titles and dates are.
 */
export function measurePages(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      whole: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
    },
  });
  const models = modelsByFold();
  const outcomes: Outcome[] = [];
  for (const directory of [...values.whole, ...positionals]) {
    const { source, pages } = readFolder(directory);
    for (const [name, page] of pages) {
      if (!values.whole.includes(directory) && !isForTraining(page.url)) continue;
      if (page.label?.excused || (page.label === null && page.type === '')) continue;
      const fold = models[foldOf({ site: siteOf(page.url) })];
      if (fold === undefined) continue;
      outcomes.push(outcomeOf(`${source}/${name}`, page, readHtml(directory, name), fold));
    }
  }
  if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(outcomes, null, 1));
  print(outcomes);
}

interface Models {
  model: TreeModel;
  titleModel: TreeModel;
}

function modelsByFold(): Models[] {
  const data = readData();
  const titles = readTitleData();
  return Array.from({ length: FOLDS }, (_, fold) => ({
    model: modelWithout(fold, data),
    titleModel: titleModelWithout(fold, titles),
  }));
}

function outcomeOf(name: string, page: FoundPage, html: string, models: Models): Outcome {
  const { label } = page;
  const survey = surveyPage(html, page.url, Date.now(), models);
  const winner = certainFailure(survey.page) === null ? choose(survey).winner : null;
  const { entries } = toDocument(winner?.items ?? [], metadataOf(survey.page), { icon: '' });
  const isList = label === null ? null : label.error === null;
  return {
    page: name,
    type: page.type,
    isList,
    isFront: label !== null && isFrontPage(label.kind),
    isFeed: winner !== null,
    score: label === null || !isList ? null : compare(name, label, entries),
  };
}

function print(outcomes: readonly Outcome[]): void {
  const lists = outcomes.filter(({ isList }) => isList === true);
  const say = (what: string, of: readonly Outcome[], value: (one: Outcome) => number) =>
    console.log(`${`${what} (${of.length})`.padEnd(44)} ${intervalText(meanOf(of.map(value)))}`);
  const f1 = ({ score }: Outcome) => score?.f1 ?? 0;
  const share = ({ right, of }: Share) => right / of;
  say('F1', lists, f1);
  say(
    'F1 of front pages',
    lists.filter(({ isFront }) => isFront),
    f1,
  );
  say('exact', lists, ({ score }) => (score?.exact || score?.f1 === 1 ? 1 : 0));
  say('refused', lists, ({ isFeed }) => (isFeed ? 0 : 1));
  for (const field of ['titles', 'dates'] as const) {
    const labelled = lists.filter(({ score }) => (score?.[field].of ?? 0) > 0);
    say(field, labelled, ({ score }) => share(score?.[field] ?? { right: 0, of: 1 }));
  }
  const isFalse = ({ isFeed }: Outcome) => (isFeed ? 1 : 0);
  say(
    'non-lists that become a feed',
    outcomes.filter(({ isList }) => isList === false),
    isFalse,
  );
  const unread = outcomes.filter(({ isList }) => isList === null);
  for (const type of new Set(unread.map((one) => one.type))) {
    const ofType = unread.filter((one) => one.type === type);
    say(`unread ${type} that become a feed`, ofType, isFalse);
  }
}
