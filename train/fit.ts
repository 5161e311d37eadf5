import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Models } from '../src/service/generate/model/models.js';
import { predict, probability, type TreeModel } from '../src/service/generate/model/trees.js';
import { BELIEVED } from '../src/service/generate/weights.js';
import { type BoostOptions, boost } from './boost.js';
import { isMade, type ListRow, type PageRow, readData, type TrainingData } from './data.js';
import { intervalText, meanOf } from './figures.js';
import { toClasses, toOrder } from './objectives.js';

const RANKER: BoostOptions = {
  trees: 200,
  leaves: 8,
  rate: 0.1,
  least: 0.5,
  shrinkage: 1,
  columns: 0.4,
};
const PAGE: BoostOptions = {
  trees: 100,
  leaves: 6,
  rate: 0.08,
  least: 2,
  shrinkage: 1,
  columns: 0.4,
};
/** How much a list that is a little better is preferred to another one of its page. */
const SHARPNESS = 20;
/** How right the best list of a page is at least, for the page to teach what a list is. */
const RIGHT = 0.3;
export const FOLDS = 5;
/** What a page counts that was made, and one that nobody has read and whose type says that it is no list. */
const WEIGHT_MADE = 0.4;
const WEIGHT_MADE_NO_LIST = 4;
const WEIGHT_UNREAD = 0.4;

/** Fits both models to the stored data and writes them where the generator reads them. */
export function fit(): void {
  const data = readData();
  const out = outOfFold(data);
  report(data, out);
  for (const [name, table] of Object.entries(tablesOf(data, out)))
    writeFileSync(fileOf(name), table);
}

/**
 * Prints how right the models are on pages of sites that they have not seen, and whether the stored
 * tables are those that come out of the stored data.
 * @throws Error when they are not
 */
export function check(): void {
  const data = readData();
  const out = outOfFold(data);
  report(data, out);
  for (const [name, table] of Object.entries(tablesOf(data, out))) {
    if (readFileSync(fileOf(name), 'utf8') !== table)
      throw new Error(`${fileOf(name)} does not come out of the data: npm run train -- fit`);
  }
  console.log('the stored tables come out of the stored data');
}

/** Both models as they are stored, by name. */
export function tablesOf(data: TrainingData, { chosen }: OutOfFold): Record<keyof Models, string> {
  const text = (model: TreeModel) => `${JSON.stringify(model)}\n`;
  return { ranker: text(fitRanker(data, data.pages)), page: text(fitPage(data, chosen)) };
}

export function fileOf(name: string): string {
  return `src/service/generate/model/${name}.json`;
}

/** What a page counts for the page model. */
function weightOf(row: PageRow): number {
  if (isMade(row)) return row.isList ? 1 : WEIGHT_MADE_NO_LIST;
  return row.isList === null ? WEIGHT_UNREAD : 1;
}

/** The fold of a page; all pages of a site are in one. */
export function foldOf({ site }: Pick<PageRow, 'site'>): number {
  return createHash('sha256').update(site).digest().readUInt32BE(4) % FOLDS;
}

export function fitRanker(data: TrainingData, pages: readonly PageRow[]): TreeModel {
  const rows: (readonly number[])[] = [];
  const worth: number[] = [];
  const weights: number[] = [];
  const ends = [0];
  for (const page of pages.filter(({ isList }) => isList === true)) {
    weights.push(isMade(page) ? WEIGHT_MADE : 1);
    for (const { values, f1 } of page.lists) {
      rows.push(values);
      worth.push(f1);
    }
    ends.push(rows.length);
  }
  return boost(data.listFeatures, rows, toOrder(ends, worth, weights, SHARPNESS), RANKER);
}

/** A page with the list that a ranker chose which has not seen it. */
export interface Chosen {
  row: PageRow;
  list: ListRow;
  score: number;
}

export function choose(ranker: TreeModel, row: PageRow): Chosen | null {
  const [best] = row.lists
    .map((list) => ({ row, list, score: predict(ranker, list.values) }))
    .sort((a, b) => b.score - a.score);
  return best ?? null;
}

export function pageValues({ row, list, score }: Chosen): number[] {
  return [...row.values, ...list.values, score];
}

export function fitPage(data: TrainingData, chosen: readonly Chosen[]): TreeModel {
  return boost(
    [...data.pageFeatures, ...data.listFeatures, 'score'],
    chosen.map(pageValues),
    toClasses(
      chosen.map(({ row, list }) => (row.isList === true && list.f1 >= RIGHT ? 1 : 0)),
      chosen.map(({ row }) => weightOf(row)),
    ),
    PAGE,
  );
}

export interface OutOfFold {
  chosen: Chosen[];
  /** Probability of a list, by page. */
  isList: Map<PageRow, number>;
}

/** What models say of pages of which they have seen no other of the same site. */
export function outOfFold(data: TrainingData): OutOfFold {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
  const inFold = (fold: number) => data.pages.filter((row) => foldOf(row) === fold);
  const others = (fold: number) => data.pages.filter((row) => foldOf(row) !== fold);
  const chosen = folds.flatMap((fold) => {
    const ranker = fitRanker(data, others(fold));
    return inFold(fold)
      .map((row) => choose(ranker, row))
      .filter((one) => one !== null);
  });
  const isList = new Map<PageRow, number>();
  for (const fold of folds) {
    const page = fitPage(
      data,
      chosen.filter(({ row }) => foldOf(row) !== fold),
    );
    for (const one of chosen.filter(({ row }) => foldOf(row) === fold))
      isList.set(one.row, probability(predict(page, pageValues(one))));
  }
  return { chosen, isList };
}

function report({ pages: all }: TrainingData, { chosen, isList }: OutOfFold): void {
  const pages = all.filter((row) => !isMade(row));
  const of = new Map(chosen.map((one) => [one.row, one]));
  const lists = pages.filter(({ isList }) => isList === true);
  const fronts = lists.filter(({ isFront }) => isFront);
  const kept = (row: PageRow) => (isList.get(row) ?? 0) >= BELIEVED;
  const f1 = (row: PageRow) => of.get(row)?.list.f1 ?? 0;
  const found = (row: PageRow) => (kept(row) ? f1(row) : 0);
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
  say('  whatever the page model says', lists, f1);
  say('  best of the candidates', lists, best);
  say('exact lists', lists, (row) => (found(row) === 1 ? 1 : 0));
  say('lists refused', lists, (row) => (kept(row) ? 0 : 1));
  const none = pages.filter(({ isList }) => isList === false);
  const unread = pages.filter(({ isList }) => isList === null);
  say(`non-lists that become a feed (${none.length})`, none, (row) => (kept(row) ? 1 : 0));
  say(`the same, unread, by type (${unread.length})`, unread, (row) => (kept(row) ? 1 : 0));
}
