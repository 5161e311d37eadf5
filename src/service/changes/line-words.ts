import { diffWordsWithSpace } from 'diff';
import type { Piece } from '../../base/change-text.js';
import { MONEY } from '../../base/noise.js';
import { changedMiddle } from './line-numbers.js';

/** Maximum length of lines whose words are compared; longer ones are shown as a whole. */
const MAX_COMPARED = 8_000;
const MAX_WORD_EDITS = 400;
/**
 * Maximum number of steps for comparing words of all lines together; one line takes the square of
 * its edits.
 */
const MAX_STEPS = 1_000_000;
/** Minimum share of words that two forms of one line have in common. */
const SAME_LINE = 0.5;
const MAX_WORDS_LENGTH = 90;

/** The remaining steps for the lines of one change. */
export class StepBudget {
  #left = MAX_STEPS;

  get maxEdits(): number {
    return Math.min(MAX_WORD_EDITS, Math.floor(Math.sqrt(this.#left)));
  }

  spend(edits: number): void {
    this.#left -= edits ** 2;
  }
}

/**
 * The words of two forms of one line; null if they are different lines, or too expensive to
 * compare.
 */
export function compareWords(before: string, after: string, budget: StepBudget): Piece[] | null {
  if (before.length + after.length > MAX_COMPARED) return null;
  const maxEditLength = budget.maxEdits;
  const parts = diffWordsWithSpace(before, after, { maxEditLength });
  if (parts === undefined) {
    budget.spend(maxEditLength);
    return null;
  }
  let [edits, same] = [0, 0];
  for (const { added, removed, count, value } of parts) {
    if (added || removed) edits += count;
    else same += value.length;
  }
  budget.spend(edits);
  if (same * 2 < SAME_LINE * (before.length + after.length)) return null;
  return parts.map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'ins' : removed ? 'del' : null,
  }));
}

/**
 * The words of a line from the first change of a kind on, with a few words before them; null if
 * there is none.
 */
export function changedWords(line: readonly Piece[], change: 'ins' | 'del'): string | null {
  const shown = line.filter((piece) => piece.change === null || piece.change === change);
  const at = shown.findIndex((piece) => piece.change === change && /\S/.test(piece.text));
  if (at < 0) return null;
  const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');
  const before = textOf(shown.slice(0, at));
  const lead = lastWords(before);
  const text =
    `${lead.length < before.length ? '…' : ''}${lead}${textOf(shown.slice(at))}`.trimEnd();
  return text.length <= MAX_WORDS_LENGTH
    ? text
    : `${text.slice(0, MAX_WORDS_LENGTH).replace(/\s+\S*$|[\ud800-\udbff]$/, '')}…`;
}

/** The words of a line as it is now, and those of both forms that differ, whole. */
export function changedTokens(line: readonly Piece[]): {
  was: string[];
  is: string[];
  now: string[];
} {
  const without = (other: Piece['change']) =>
    line
      .map(({ text, change }) => (change === other ? '' : text))
      .join('')
      .trim()
      .split(/\s+/);
  const now = without('del');
  const [was, is] = changedMiddle(without('ins'), now);
  return { was, is, now };
}

/**
 * A line in which only one price changed, with the old one: `Price: 9 → 12 euros`; null for all
 * other lines.
 */
export function changedPrice(line: readonly Piece[]): string | null {
  const { was, is, now } = changedTokens(line);
  const [old = '', next = ''] = [was[0], is[0]];
  const isNumber = [old, next].every((word) => /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(word));
  if (was.length !== 1 || is.length !== 1 || !isNumber) return null;
  const [text, at] = [now.join(' '), now.indexOf(next)];
  const lead = now.slice(0, at);
  // A value without a name before it is shown below its label, in its current form.
  if (text.includes(' | ') || !MONEY.test(text.toLowerCase()) || !/\p{L}/u.test(lead.join(' ')))
    return null;
  const sign = /^\p{Sc}$/u.test(lead.at(-1) ?? '') ? `${lead.at(-1)} ` : '';
  const words = [...lead, `${old} → ${sign}${next}`, ...now.slice(at + 1)].join(' ');
  return words.length <= MAX_WORDS_LENGTH ? words : null;
}

/** Maximum number of words before the change in a title, and their maximum length. */
const LEAD_WORDS = 4;
const MAX_LEAD = 50;

/**
 * The last words of a text; the last one may be the beginning of a longer one, such as a version.
 */
function lastWords(text: string): string {
  const lead = text
    .split(/(?<=\s)(?=\S)/)
    .slice(-LEAD_WORDS)
    .join('');
  return lead.length <= MAX_LEAD ? lead : '';
}
