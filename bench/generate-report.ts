import { readFileSync } from 'node:fs';
import type { PageScore, Share } from './generate-score.js';

/** The figures of a set of pages. Means are over the pages with a list. */
export interface Summary {
  pages: number;
  precision: number;
  recall: number;
  f1: number;
  exact: number;
  titles: Share;
  dates: Share;
  images: Share;
  authors: Share;
  /** Pages without a list, and how many of them became a feed. */
  noLists: number;
  rubbish: number;
  /** Lists believed at 0.8 or more, and how many of them are right: F1 of 0.9 or more, no rubbish. */
  sure: Share;
}

/** One run of the benchmark, as `--json` prints it and `--compare` reads it. */
export interface Report {
  all: Summary;
  front: Summary;
  pages: PageScore[];
}

/** From this confidence on a list should be right. */
const SURE = 0.8;
/** A list this good is a right one. */
const RIGHT = 0.9;

export function reportOf(pages: PageScore[]): Report {
  return { all: summaryOf(pages), front: summaryOf(pages.filter(({ front }) => front)), pages };
}

function summaryOf(scores: readonly PageScore[]): Summary {
  const lists = scores.filter(({ noList }) => !noList);
  const none = scores.filter(({ noList }) => noList);
  const mean = (pick: (score: PageScore) => number) =>
    lists.reduce((sum, score) => sum + pick(score), 0) / Math.max(lists.length, 1);
  const total = (pick: (score: PageScore) => Share): Share => ({
    right: lists.reduce((sum, score) => sum + pick(score).right, 0),
    of: lists.reduce((sum, score) => sum + pick(score).of, 0),
  });
  const sure = scores.filter(({ confidence }) => confidence >= SURE);
  return {
    pages: lists.length,
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
    exact: lists.filter(({ exact }) => exact).length,
    titles: total(({ titles }) => titles),
    dates: total(({ dates }) => dates),
    images: total(({ images }) => images),
    authors: total(({ authors }) => authors),
    noLists: none.length,
    rubbish: none.filter(({ rubbish }) => rubbish).length,
    sure: { right: sure.filter((one) => !one.rubbish && one.f1 >= RIGHT).length, of: sure.length },
  };
}

export const PAGE_HEADING =
  'page                           prec recall     F1  exact  titles   dates  images authors  conf      kB  cpu ms';

export function pageRow(score: PageScore, size: number, time: number): string {
  const { titles, dates, images, authors } = score;
  return [
    score.name.replace(/\.html$/, '').padEnd(28),
    ...[score.precision, score.recall, score.f1].map((value) => value.toFixed(3).padStart(6)),
    (score.exact ? 'yes' : 'NO').padStart(6),
    ...[titles, dates, images, authors].map(({ right, of }) =>
      (of === 0 ? '-' : `${right}/${of}`).padStart(7),
    ),
    score.confidence.toFixed(2).padStart(5),
    (size / 1000).toFixed(0).padStart(7),
    time.toFixed(1).padStart(7),
  ].join(' ');
}

export function summaryText({ all, front }: Report): string {
  const blocks = front.pages === 0 ? [] : ['', 'front pages alone', ...summaryLines(front)];
  return [...summaryLines(all), ...blocks].join('\n');
}

function summaryLines(summary: Summary): string[] {
  const { pages, precision, recall, f1, exact, noLists, rubbish } = summary;
  return [
    `${pages} pages with a list: precision ${precision.toFixed(4)}  recall ${recall.toFixed(4)}  F1 ${f1.toFixed(4)}`,
    `exact lists ${percent({ right: exact, of: pages })}`,
    `titles ${percent(summary.titles)}  dates ${percent(summary.dates)}  images ${percent(summary.images)}  authors ${percent(summary.authors)}`,
    `pages without a list that became a feed ${percent({ right: rubbish, of: noLists })}`,
    `right of those with confidence ${SURE} or more ${percent(summary.sure)}`,
  ];
}

function percent({ right, of }: Share): string {
  return of === 0 ? '-' : `${right}/${of} (${((100 * right) / of).toFixed(1)} %)`;
}

export function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** What changed since an earlier run, page by page; pages that only one of the runs has are named. */
export function changesSince(before: Report, now: Report): string[] {
  const earlier = new Map(before.pages.map((score) => [score.name, score]));
  const lines: string[] = [];
  for (const score of now.pages) {
    const old = earlier.get(score.name);
    earlier.delete(score.name);
    const changes = old === undefined ? ['not in the earlier run'] : changesOf(old, score);
    if (changes.length > 0) lines.push(`${score.name}: ${changes.join(', ')}`);
  }
  return [...lines, ...[...earlier.keys()].map((name) => `${name}: only in the earlier run`)];
}

function changesOf(old: PageScore, score: PageScore): string[] {
  const changes: string[] = [];
  if (old.f1.toFixed(3) !== score.f1.toFixed(3))
    changes.push(
      `F1 ${old.f1.toFixed(3)} → ${score.f1.toFixed(3)}${score.f1 < old.f1 ? ' WORSE' : ''}`,
    );
  if (old.rubbish !== score.rubbish)
    changes.push(score.rubbish ? 'became a feed WORSE' : 'no feed');
  if (old.exact !== score.exact) changes.push(score.exact ? 'exact' : 'no longer exact WORSE');
  for (const field of ['titles', 'dates', 'images', 'authors'] as const) {
    const [was, is] = [old[field], score[field]];
    if (was.right === is.right && was.of === is.of) continue;
    const worse = was.of - was.right < is.of - is.right ? ' WORSE' : '';
    changes.push(`${field} ${was.right}/${was.of} → ${is.right}/${is.of}${worse}`);
  }
  return changes;
}
