import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { BELIEVED, predict, type TreeModel } from '../src/generator/training.js';
import { type BoostOptions, boost } from './boost.js';
import { isMade, type ListRow, type PageRow, readData, type TrainingData } from './data.js';
import { intervalText, meanOf } from './figures.js';
import { toChoice } from './objectives.js';
import { isStored, storeModel } from './stored-model.js';

const OPTIONS: BoostOptions = {
  trees: 70,
  leaves: 16,
  rate: 0.2,
  least: 0.5,
  shrinkage: 1,
  columns: 0.3,
  models: 12,
  // The first whose model is right about the pages that were made for tests.
  seed: 2,
};
/** Share of the pages that each model learns from. */
const PAGES = 0.7;
/** How much a list that is a little better is preferred to another one of its page. */
const SHARPNESS = 20;
/** How right a list is that is the list of its page, 0 to 1. */
const RIGHT = 0.5;
/** From here on a list counts as found where causes are counted. */
const NEARLY = 0.9;
export const FOLDS = 5;
/** What a page counts that was made, and one that nobody has read and whose type says that it is no list. */
const WEIGHT_MADE = 0.8;
const WEIGHT_MADE_NO_LIST = 8;
const WEIGHT_UNREAD = 0.4;

const MODEL_FILE = 'src/generator/model/model.json';

/** Fits the model to the stored data and writes it where the generator reads it. */
export function fit(): void {
  const data = readData();
  storeModel(MODEL_FILE, fitModel(data, data.pages));
}

/** Prints how right the model is on pages of sites that it has not seen. */
export function figures(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: { seed: { type: 'string', default: String(OPTIONS.seed) } },
  });
  report(readData(), Number(values.seed));
}

/**
 * Whether the first trees of the stored model are those that come out of the data.
 * @param models of so many of the models that are averaged; of all without it
 * @param trees so many of each; when not all, of one model
 */
export function comesOutOf(
  data: TrainingData,
  models = OPTIONS.models,
  trees = OPTIONS.trees,
): boolean {
  return isStored(MODEL_FILE, fitModel(data, data.pages, { ...OPTIONS, trees }, models));
}

/** The model of the pages of all folds but one. */
export function modelWithout(fold: number, data: TrainingData, seed = OPTIONS.seed): TreeModel {
  return fitModel(
    data,
    data.pages.filter((row) => foldOf(row) !== fold),
    { ...OPTIONS, seed },
  );
}

function fitModel(
  { pageFeatures, listFeatures }: TrainingData,
  pages: readonly PageRow[],
  options: BoostOptions = OPTIONS,
  made = options.models,
) {
  const choices = pages.map((row) => ({
    worth: row.lists.map(({ f1 }) => f1),
    isList: hasRight(row),
    weight: weightOf(row),
  }));
  const rows = pages.flatMap((row) => row.lists.map((list) => valuesOf(row, list)));
  // Each model learns from other pages: what a few of them say weighs less in the mean.
  const drawn = (random: () => number) =>
    toChoice(
      choices.map((choice) => ({ ...choice, weight: random() < PAGES ? choice.weight : 0 })),
      SHARPNESS,
    );
  return boost([...pageFeatures, ...listFeatures], rows, drawn, options, made);
}

function valuesOf(row: PageRow, list: ListRow): number[] {
  return [...row.values, ...list.values];
}

/** One of the lists is that of the page. A changelog has none: its entries are no links. */
function hasRight({ isList, lists }: PageRow): boolean {
  return isList === true && lists.some(({ f1 }) => f1 >= RIGHT);
}

function weightOf(row: PageRow): number {
  if (isMade(row)) return hasRight(row) ? WEIGHT_MADE : WEIGHT_MADE_NO_LIST;
  return row.isList === null ? WEIGHT_UNREAD : 1;
}

/** The fold of a page; all pages of a site are in one. */
export function foldOf({ site }: Pick<PageRow, 'site'>): number {
  return createHash('sha256').update(site).digest().readUInt32BE(4) % FOLDS;
}

/** What a model says of a page. */
interface Judgement {
  /** How right the chosen list is, whether or not it is believed. */
  f1: number;
  isFeed: boolean;
}

/** What models say of pages of which they have seen no other of the same site. */
function outOfFold(data: TrainingData, seed: number): Map<PageRow, Judgement> {
  const judged = new Map<PageRow, Judgement>();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const model = modelWithout(fold, data, seed);
    for (const row of data.pages.filter((row) => foldOf(row) === fold && !isMade(row)))
      judged.set(row, judge(model, row));
  }
  return judged;
}

function judge(model: TreeModel, row: PageRow): Judgement {
  const scored = row.lists
    .map((list) => ({ list, score: predict(model, valuesOf(row, list)) }))
    .sort((a, b) => b.score - a.score);
  const sum = scored.reduce((all, { score }) => all + Math.exp(score), 0);
  return { f1: scored[0]?.list.f1 ?? 0, isFeed: sum / (1 + sum) >= BELIEVED };
}

function report(data: TrainingData, seed: number): void {
  const judged = outOfFold(data, seed);
  const pages = [...judged.keys()];
  const lists = pages.filter(({ isList }) => isList === true);
  const fronts = lists.filter(({ isFront }) => isFront);
  const isFeed = (row: PageRow) => (judged.get(row)?.isFeed ? 1 : 0);
  const f1 = (row: PageRow) => judged.get(row)?.f1 ?? 0;
  const found = (row: PageRow) => isFeed(row) * f1(row);
  const best = (row: PageRow) => Math.max(0, ...row.lists.map((list) => list.f1));
  const say = (what: string, rows: readonly PageRow[], value: (row: PageRow) => number) =>
    console.log(`${what.padEnd(44)} ${intervalText(meanOf(rows.map(value)))}`);
  const sites = new Set(pages.map(({ site }) => site)).size;
  console.log(
    `${pages.length} pages of ${sites} sites, out of fold by site; mean and 95 % interval`,
  );
  console.log(`${lists.length} lists, ${fronts.length} of them front pages`);
  say('F1 of the list', lists, found);
  say('  front pages', fronts, found);
  say('  largest group of siblings', lists, ({ baseline }) => baseline);
  say('  more than that', lists, (row) => found(row) - row.baseline);
  say('  believed or not', lists, f1);
  say('  front pages, believed or not', fronts, f1);
  say('  best of the candidates', lists, best);
  say('exact lists', lists, (row) => (found(row) === 1 ? 1 : 0));
  say('lists refused', lists, (row) => 1 - isFeed(row));
  const wrong = lists.filter((row) => found(row) < NEARLY);
  const count = (what: string, rows: readonly PageRow[]) =>
    console.log(`${what.padEnd(44)} ${rows.length}`);
  count(`lists below ${NEARLY}`, wrong);
  count(
    '  no candidate holds them',
    wrong.filter((row) => best(row) < NEARLY),
  );
  const held = wrong.filter((row) => best(row) >= NEARLY);
  count(
    '  another one was chosen',
    held.filter((row) => f1(row) < NEARLY),
  );
  count(
    '  chosen, but not believed',
    held.filter((row) => f1(row) >= NEARLY),
  );
  const none = pages.filter(({ isList }) => isList === false);
  const unread = pages.filter(({ isList }) => isList === null);
  say(`non-lists that become a feed (${none.length})`, none, isFeed);
  say(`the same, unread, by type (${unread.length})`, unread, isFeed);
}
