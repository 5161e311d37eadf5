import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** One page to learn from: numbers, and what is right; nothing of its text. */
export interface PageRow {
  /** Collection and name, for people. */
  page: string;
  /** Registrable domain: pages of one site are never learned from and judged by at once. */
  site: string;
  /** What its collection says that it is: `article`, `listing`, …; "" where it says nothing. */
  type: string;
  /** Whether it is a list; null where nobody has read it. */
  isList: boolean | null;
  isFront: boolean;
  /** How right the largest group of sibling links is, 0 to 1. */
  baseline: number;
  /** Values of PAGE_FEATURES. */
  values: number[];
  /** What may be its list. */
  lists: ListRow[];
}

export interface ListRow {
  /** Against the label, 0 to 1; 0 where the page has no list. */
  f1: number;
  /** Values of LIST_FEATURES. */
  values: number[];
}

/** Everything that the models come out of. */
export interface TrainingData {
  listFeatures: string[];
  pageFeatures: string[];
  pages: PageRow[];
}

/** The collection of pages that were made for tests. */
export const MADE = 'made';

/** A page that nobody found on the web: it is learned from, and counts in no figure. */
export function isMade({ page }: Pick<PageRow, 'page'>): boolean {
  return page.startsWith(`${MADE}/`);
}

export const DATA_FILE = 'train/data/pages.jsonl.gz';

/** What a page holds, by people who read it: kept apart from the numbers, which change. */
export interface LabelRow {
  page: string;
  url: string;
  kind: string;
  isList: boolean;
  /** Addresses of the items, by reading of the page and by item. */
  readings: string[][][];
  may: string[];
}

const LABEL_FILE = 'train/data/labels.jsonl.gz';

export function writeLabels(rows: readonly LabelRow[], file = LABEL_FILE): void {
  writeFileSync(file, zipped(rows));
}

export function readLabelRows(file = LABEL_FILE): LabelRow[] {
  return linesOf(file).map((line) => JSON.parse(line) as LabelRow);
}

export function readData(file = DATA_FILE): TrainingData {
  const [head = '', ...lines] = linesOf(file);
  return { ...JSON.parse(head), pages: lines.map((line) => JSON.parse(line) as PageRow) };
}

export function writeData({ pages, ...head }: TrainingData, file = DATA_FILE): void {
  writeFileSync(file, zipped([head, ...pages]));
}

/** One list to learn from where its titles are: numbers, and what is right; nothing of its text. */
export interface TitleRow {
  page: string;
  site: string;
  /** What its label says that it is: "court opinions". */
  kind: string;
  /** Its rules were given the titles of another place: it is learned from, and counts in no figure. */
  isAltered: boolean;
  /** Those of the rules first. */
  slots: {
    /** Share of the labelled titles that it has, 0 to 1. */
    right: number;
    /** Values of TITLE_FEATURES. */
    values: number[];
  }[];
}

export interface TitleData {
  features: string[];
  lists: TitleRow[];
}

const TITLE_FILE = 'train/data/titles.jsonl.gz';

export function readTitleData(file = TITLE_FILE): TitleData {
  const [head = '', ...lines] = linesOf(file);
  return { ...JSON.parse(head), lists: lines.map((line) => JSON.parse(line) as TitleRow) };
}

export function writeTitleData({ lists, ...head }: TitleData, file = TITLE_FILE): void {
  writeFileSync(file, zipped([head, ...lists]));
}

function linesOf(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
}

function zipped(rows: readonly object[]): Buffer {
  return gzipSync(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`, { level: 9 });
}

const DIGITS = 3;

/** Values as they are stored. */
export function stored(values: readonly number[]): number[] {
  return values.map((value) => Number(value.toPrecision(DIGITS)));
}
