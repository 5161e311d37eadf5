import type { LabelledItem } from '../bench/generate-labels.js';
import { addressKey, isTitleOf } from '../bench/generate-score.js';
import {
  candidateLists,
  PREFERRED,
  predict,
  recordsOfList,
  siteOf,
  surveyPage,
  TITLE_FEATURES,
  type TitledRecord,
  type TreeModel,
  titledRecords,
  titleSlots,
  titlesAt,
  withoutMarks,
} from '../src/generator/training.js';
import { MADE_TITLES, recordsPage } from '../test/generator/made-titles.js';
import { NOW, STRUCTURES } from '../test/generator/structures.js';
import { type BoostOptions, boost } from './boost.js';
import {
  isMade,
  MADE,
  readTitleData,
  stored,
  type TitleData,
  type TitleRow,
  writeTitleData,
} from './data.js';
import { f1Of } from './dump.js';
import { intervalText, meanOf } from './figures.js';
import { FOLDS, foldOf } from './fit.js';
import { isForTraining } from './halves.js';
import { toChoice } from './objectives.js';
import { type FoundPage, readFolder, readHtml } from './pages.js';
import { isStored, storeModel } from './stored-model.js';

const OPTIONS: BoostOptions = {
  trees: 40,
  leaves: 8,
  rate: 0.15,
  least: 0.3,
  shrinkage: 1,
  columns: 0.15,
  models: 12,
  seed: 2,
};
/** Share of the lists that each model learns from. */
const LISTS = 0.8;
const SHARPNESS = 10;
/** What a list counts that was altered, and one whose slots are all as right. */
const WEIGHT_ALTERED = 0.3;
const WEIGHT_UNDECIDED = 0.3;

const TITLE_MODEL_FILE = 'src/generator/model/title-model.json';

/**
 * Measures where the titles of labelled lists may be, and stores the numbers with what is right. The records
 * are those of the candidate that fits the label best. --whole as for `dump`.
 */
export function dumpTitles(args: string[]): void {
  const lists: TitleRow[] = [];
  let isWhole = false;
  for (const directory of args) {
    if (directory === '--whole') {
      isWhole = true;
      continue;
    }
    const folder = readFolder(directory);
    for (const [name, page] of folder.pages) {
      if (!(isWhole || isForTraining(page.url))) continue;
      const html = () => readHtml(directory, name);
      lists.push(...rowsOf(`${folder.source}/${name}`, page, html));
    }
    isWhole = false;
  }
  for (const { name, page, html } of madeLists())
    lists.push(...rowsOf(name, page, () => html, NOW));
  writeTitleData({ features: Object.keys(TITLE_FEATURES), lists });
  const own = lists.filter(({ isAltered }) => !isAltered);
  const made = own.filter(isMade).length;
  console.log(
    `${own.length - made} lists, ${made} made ones, ${lists.length - own.length} altered copies`,
  );
}

const FIXTURES = 'test/fixtures/pages';

/** Lists that were made for tests and say what their titles are. */
function* madeLists(): Generator<{ name: string; page: FoundPage; html: string }> {
  for (const [name, page] of readFolder(FIXTURES).pages)
    yield { name: `${MADE}/${name}`, page, html: readHtml(FIXTURES, name) };
  for (const { name, url, html, items, titles = [] } of STRUCTURES) {
    const labelled = items.map((item, at) => ({ urls: [item], title: titles[at] ?? [] }));
    if (titles.length > 0) yield { name: `${MADE}/${name}`, page: madePage(url, labelled), html };
  }
  for (const { name, record, all, titles } of MADE_TITLES) {
    const url = 'https://made.test/latest';
    const labelled = all.map((one, at) => {
      const links = [...record(one, at).matchAll(/href="([^"]+)"/g)];
      const urls = links.map(([, href = '']) => new URL(href, url).href);
      return { urls, title: titles[at] ?? [] };
    });
    const page = madePage(url, labelled);
    yield { name: `${MADE}/${name}`, page, html: recordsPage(record, all) };
  }
}

function madePage(url: string, items: LabelledItem[]): FoundPage {
  const excused = { excused: false, ordered: false, days: true, heldBack: false, requests: {} };
  return {
    url,
    type: '',
    label: { url, kind: '', readings: [items], may: [], error: null, ...excused },
  };
}

/** A candidate is the labelled list from here on. */
const MIN_F1 = 0.5;
/** Places whose titles the rules are given in copies, each wrong for most records. */
const COPIES = 3;
const WRONG = 0.3;
const RIGHT = 0.6;

function rowsOf(
  page: string,
  { url, label }: FoundPage,
  html: () => string,
  now = Date.now(),
): TitleRow[] {
  const items = label?.error === null ? label.readings.flat() : [];
  if (label === null || items.every(({ title }) => title === undefined)) return [];
  const survey = surveyPage(html(), url, now);
  const lists = candidateLists(survey).map((sets) => recordsOfList(survey, sets));
  const best = lists
    .map((records) => ({
      records,
      f1: f1Of(
        label,
        records.map(({ link }) => link.url),
      ),
    }))
    .reduce((one, other) => (other.f1 > one.f1 ? other : one), { records: [], f1: 0 });
  if (best.f1 < MIN_F1) return [];
  const { titled, hints } = titledRecords(survey, best.records);
  const truth = titled.map(({ record }) => labelOf(items, record.link.url));
  if (truth.every((item) => item === null)) return [];
  const row = { page, site: siteOf(url), kind: label.kind };
  const slots = scored(titled);
  const isOwn = !isMade({ page });
  const wrong = slots.filter(({ right }, at) => isOwn && at > 0 && right < WRONG);
  const copies = Array.from({ length: Math.min(COPIES, wrong.length) }, (_, at) => {
    const key = wrong[Math.floor((at * wrong.length) / Math.min(COPIES, wrong.length))]?.key ?? '';
    const titles = titlesAt(survey, titled, key, hints) ?? [];
    return scored(titled.map(({ record }, n) => ({ record, title: titles[n] ?? '' })));
  }).filter((copy) => copy.some(({ right }) => right > RIGHT));
  return [
    { ...row, isAltered: false, slots: slots.map(withoutKey) },
    ...copies.map((copy) => ({ ...row, isAltered: true, slots: copy.map(withoutKey) })),
  ];

  function scored(list: readonly TitledRecord[]) {
    return titleSlots(survey, list, hints).map(({ key, values }) => {
      const titles = withoutMarks(titlesAt(survey, list, key, hints) ?? []);
      const judged = truth.flatMap((item, at) =>
        item === null ? [] : [isTitleOf(item, titles[at] ?? '') ? 1 : 0],
      );
      return { key, right: Number(meanOf(judged).mean.toFixed(4)), values: stored(values) };
    });
  }
}

function withoutKey({ right, values }: TitleRow['slots'][number]) {
  return { right, values };
}

function labelOf(items: readonly LabelledItem[], url: string): LabelledItem | null {
  const key = addressKey(url);
  const named = items.filter(({ title }) => title !== undefined);
  return named.find(({ urls }) => urls.some((one) => addressKey(one) === key)) ?? null;
}

/** Fits the model to the stored data and writes it where the generator reads it. */
export function fitTitles(): void {
  const data = readTitleData();
  storeModel(TITLE_MODEL_FILE, fitModel(data, data.lists));
}

/** Whether the first trees of the stored model are those that come out of the data; see `comesOutOf`. */
export function titlesComeOutOf(
  data: TitleData,
  models = OPTIONS.models,
  trees = OPTIONS.trees,
): boolean {
  return isStored(TITLE_MODEL_FILE, fitModel(data, data.lists, { ...OPTIONS, trees }, models));
}

/** The model of the lists of all folds but one. */
export function titleModelWithout(fold: number, data: TitleData): TreeModel {
  return fitModel(
    data,
    data.lists.filter((row) => foldOf(row) !== fold),
  );
}

function fitModel(
  { features }: TitleData,
  lists: readonly TitleRow[],
  options: BoostOptions = OPTIONS,
  made = options.models,
): TreeModel {
  const choices = lists.map((row) => ({
    worth: row.slots.map(({ right }) => right),
    isList: true,
    weight: weightOf(row),
  }));
  const rows = lists.flatMap(({ slots }) => slots.map(({ values }) => values));
  const drawn = (random: () => number) =>
    toChoice(
      choices.map((choice) => ({ ...choice, weight: random() < LISTS ? choice.weight : 0 })),
      SHARPNESS,
    );
  return boost(features, rows, drawn, options, made);
}

function weightOf({ isAltered, slots }: TitleRow): number {
  if (isAltered) return WEIGHT_ALTERED;
  return slots.every(({ right }) => right === slots[0]?.right) ? WEIGHT_UNDECIDED : 1;
}

/** Kinds of pages on which the title of a record is rarely the text of its link. */
const RECORDS =
  /\b(?:courts?|opinions?|decisions?|meetings?|agendas?|minutes|documents?|events?|calendar|schedule|granicus|directory|jobs?|classifieds)\b/i;

/** Prints how right the titles are on sites that the model has not seen, beside those of the rules. */
export function titleFigures(): void {
  const data = readTitleData();
  const judged: { row: TitleRow; chosen: number }[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const model = titleModelWithout(fold, data);
    for (const row of data.lists) {
      if (row.isAltered || isMade(row) || foldOf(row) !== fold) continue;
      const scores = row.slots.map(
        ({ values }, at) => predict(model, values) + (at === 0 ? PREFERRED : 0),
      );
      judged.push({ row, chosen: scores.indexOf(Math.max(...scores)) });
    }
  }
  const isRecords = ({ row }: { row: TitleRow }) => RECORDS.test(row.kind);
  say('all lists', judged);
  say('meetings, courts, documents, directories', judged.filter(isRecords));
  say(
    'other lists',
    judged.filter((one) => !isRecords(one)),
  );
}

function say(what: string, judged: readonly { row: TitleRow; chosen: number }[]): void {
  const right = ({ slots }: TitleRow, at: number) => slots[at]?.right ?? 0;
  const line = (name: string, value: (row: TitleRow, chosen: number) => number) =>
    console.log(
      `  ${name.padEnd(28)} ${intervalText(meanOf(judged.map(({ row, chosen }) => value(row, chosen))))}`,
    );
  console.log(`${what} (${judged.length})`);
  line('chosen', right);
  line('rules', (row) => right(row, 0));
  line('difference', (row, chosen) => right(row, chosen) - right(row, 0));
  line('best place', ({ slots }) => Math.max(...slots.map((slot) => slot.right)));
}
