import { textOf } from '../page/text.js';
import { closest, contains, type ElementNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';

/**
 * Minimum share of the links that must be codes, and of the names in a column that must differ: one
 * person may have several cases before a court.
 */
const CODES = 0.6;
const DIFFERENT = 0.75;
/**
 * Minimum and maximum median of words of a column of names: fewer are places and states, more are
 * summaries.
 */
const MIN_WORDS = 3;
const MAX_WORDS = 20;

/** True for one word with a digit or a number sign: "24-1882P.pdf", "TND-2026-410", "#minutes". */
export function isCode(text: string): boolean {
  return /^(?:[\w:./-]*\d[\w:./-]*|#\p{L}\S+)$/u.test(text);
}

/** The cells of the table row that contains the link of a record; empty if there is no row. */
export function cellsOf({ link }: PageRecord): ElementNode[] {
  const row = closest(link.element, ({ tag }) => tag === 'tr');
  return (row?.children ?? []).filter((child): child is ElementNode => child.kind === 'element');
}

/**
 * The first column whose texts are names, in a table whose links are codes; null if there is none.
 */
export function titleColumnOf(survey: Survey, records: readonly PageRecord[]): number | null {
  const { nodes } = survey.page;
  const codes = records.filter(({ link }) => isCode(textOf(nodes, link.element)));
  if (codes.length < records.length * CODES) return null;
  const rows = records.map((record) => ({ record, cells: cellsOf(record) }));
  const width = Math.min(...rows.map(({ cells }) => cells.length));
  for (let column = 0; column < width; column += 1) {
    const texts = rows.flatMap(({ record, cells }) => {
      const cell = cells[column];
      return cell === undefined || contains(cell, record.link.element) ? [] : [textOf(nodes, cell)];
    });
    if (texts.length === rows.length && areNames(survey, texts)) return column;
  }
  return null;
}

function areNames({ dates }: Survey, texts: readonly string[]): boolean {
  if (new Set(texts).size < texts.length * DIFFERENT) return false;
  const words = texts.map(countWords).sort((a, b) => a - b);
  const median = words[Math.floor(words.length / 2)] ?? 0;
  if (median < MIN_WORDS || median > MAX_WORDS) return false;
  return texts.filter((text) => dates.day(text) !== null).length * 2 < texts.length;
}
