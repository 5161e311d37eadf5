import { parseArgs } from 'node:util';
import { ANY_ERROR, isFrontPage, type LabelledPage } from '../bench/generate-labels.js';
import { addressKey } from '../bench/generate-score.js';
import {
  candidateLists,
  LIST_FEATURES,
  measureLists,
  measurePage,
  PAGE_FEATURES,
  type Survey,
  siteOf,
  surveyPage,
} from '../src/generator/training.js';
import { ALL_MADE_LISTS } from '../test/generator/made-lists.js';
import { NO_LISTS } from '../test/generator/no-lists.js';
import { amidNoise } from '../test/generator/noise.js';
import { NOW, STRUCTURES } from '../test/generator/structures.js';
import { largestSiblings } from './baseline.js';
import {
  isMade,
  type LabelRow,
  MADE,
  type PageRow,
  readData,
  readLabelRows,
  stored,
  writeData,
  writeLabels,
} from './data.js';
import { isForTraining } from './halves.js';
import { type FoundPage, readFolder, readHtml } from './pages.js';

/**
 * Measures the pages of some folders and stores the numbers with what the labels say. Pages of sites
 * that are kept aside are left out, but for folders named with --whole. Pages that were measured
 * earlier and are in none of the folders keep their numbers. With --made only the pages made for
 * tests are measured again.
 */
export function dump(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      whole: { type: 'string', multiple: true, default: [] },
      made: { type: 'boolean', default: false },
    },
  });
  if (values.made) {
    dumpMade();
    return;
  }
  const pages = new Map<string, PageRow>();
  const labels = new Map<string, LabelRow>();
  for (const directory of [...values.whole, ...positionals]) {
    const folder = readFolder(directory);
    const isWhole = values.whole.includes(directory);
    for (const [name, page] of folder.pages) {
      if (isOfNoUse(page) || !(isWhole || isForTraining(page.url))) continue;
      const survey = surveyPage(readHtml(directory, name), page.url, Date.now());
      const row = rowOf(`${folder.source}/${name}`, page, survey);
      pages.set(row.page, row);
      if (page.label !== null) labels.set(row.page, labelRow(row.page, page.label));
    }
  }
  const known = keptRows();
  const measured = pages.size;
  for (const row of known) if (!pages.has(row.page)) pages.set(row.page, row);
  for (const row of readLabelRows()) if (!labels.has(row.page)) labels.set(row.page, row);
  writeLabels([...labels.values()]);
  writeRows([...pages.values(), ...madePages()]);
  console.log(`${measured} pages measured, ${pages.size - measured} kept as they were`);
}

/** Rows of pages that are found on the web, where they hold the numbers that are measured today. */
function keptRows(): PageRow[] {
  const { pages, listFeatures, pageFeatures } = readData();
  const isSame =
    listFeatures.join() === Object.keys(LIST_FEATURES).join() &&
    pageFeatures.join() === Object.keys(PAGE_FEATURES).join();
  return isSame ? pages.filter((row) => !isMade(row)) : [];
}

function writeRows(pages: readonly PageRow[]): void {
  writeData({
    listFeatures: Object.keys(LIST_FEATURES),
    pageFeatures: Object.keys(PAGE_FEATURES),
    pages: [...pages],
  });
}

const FIXTURES = 'test/fixtures/pages';

/**
 * Pages that were made for tests: they teach what a person wants where the collections hold too few
 * examples. No figure counts them.
 */
function madePages(): PageRow[] {
  const label = { kind: '', may: [], excused: false, readings: [], error: null };
  const lists = [...STRUCTURES, ...ALL_MADE_LISTS].flatMap(({ name, url, html, items }) =>
    [html, amidNoise(html), amidNoise(html, true)].map((text, at) => {
      const readings = [items.map((item) => ({ urls: [item] }))];
      const page = { url, type: '', label: { ...label, url, readings } };
      return rowOf(`${MADE}/${name} ${at}`, page, surveyPage(text, url, NOW));
    }),
  );
  const fixtures = [...readFolder(FIXTURES).pages]
    .filter(([, page]) => !isOfNoUse(page))
    .map(([name, page]) => {
      const survey = surveyPage(readHtml(FIXTURES, name), page.url, NOW);
      return rowOf(`${MADE}/${name}`, page, survey);
    });
  const noLists = NO_LISTS.map(({ name, url, html }) => {
    const page = { url, type: '', label: { ...label, url, error: ANY_ERROR } };
    return rowOf(`${MADE}/${name}`, page, surveyPage(html, url, NOW));
  });
  return [...lists, ...fixtures, ...noLists];
}

function dumpMade(): void {
  writeRows([...keptRows(), ...madePages()]);
}

/** Types of pages that are hardly ever a list, by what their collections say. */
const NO_LIST_TYPES = new Set(['article', 'product', 'service', 'documentation']);

/** Neither read by anybody nor told by its type, or right either way. */
function isOfNoUse({ label, type }: FoundPage): boolean {
  return label === null ? !NO_LIST_TYPES.has(type) : label.excused || label.heldBack;
}

type MeasuredPage = Pick<FoundPage, 'url' | 'type'> & {
  label: Omit<LabelledPage, 'ordered' | 'days' | 'heldBack' | 'requests'> | null;
};

function rowOf(page: string, { url, type, label }: MeasuredPage, survey: Survey): PageRow {
  const lists = candidateLists(survey);
  const measured = measureLists(survey, lists);
  const rightness = (addresses: readonly string[]) =>
    label === null || label.error !== null ? 0 : Number(f1Of(label, addresses).toFixed(4));
  return {
    page,
    site: siteOf(url),
    type,
    isList: label === null ? null : label.error === null,
    isFront: label !== null && isFrontPage(label.kind),
    baseline: rightness(largestSiblings(survey.page)),
    values: stored(measurePage(survey)),
    lists: lists.map((sets, at) => {
      const addresses = sets.flatMap(({ records }) => records.map(({ link }) => link.url));
      return { f1: rightness(addresses), values: stored(measured[at] ?? []) };
    }),
  };
}

function labelRow(page: string, { url, kind, error, readings, may }: LabelledPage): LabelRow {
  const addresses = readings.map((items) => items.map(({ urls }) => [...urls]));
  return { page, url, kind, isList: error === null, readings: addresses, may: [...may] };
}

/** How right a list of addresses is, by the reading of the page that fits best. */
export function f1Of(
  { readings, may }: Pick<LabelledPage, 'readings' | 'may'>,
  addresses: readonly string[],
): number {
  const optional = new Set(may.map(addressKey));
  const found = new Set(addresses.map(addressKey));
  const scores = readings.map((reading) => {
    const items = new Map(
      reading.flatMap(({ urls }, at) => urls.map((url) => [addressKey(url), at])),
    );
    const hits = new Set<number>();
    let wrong = 0;
    for (const address of found) {
      const item = items.get(address);
      if (item !== undefined) hits.add(item);
      else if (!optional.has(address)) wrong += 1;
    }
    return (2 * hits.size) / Math.max(hits.size + wrong + reading.length, 1);
  });
  return Math.max(0, ...scores);
}
