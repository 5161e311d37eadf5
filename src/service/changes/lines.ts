import { hash } from 'node:crypto';
import { withoutNoise } from '../../base/noise.js';
import { withSingleSpaces } from '../../base/text.js';
import type { FollowedText } from '../core/source-document.js';

/** A line of a followed text. */
export interface Line {
  text: string;
  /** The compared form; empty for a line that is only noise. */
  key: string;
  /** Hash of the targets of its links; empty if it has none. */
  links: string;
  /** Targets of its first links; empty for a stored line. */
  targets: string;
  /** The label or heading of the line; see `findLabels`. */
  under: Line | null;
  /**
   * True if that label is its name, such as a term or the name on its card, and no distant heading;
   * unknown for a stored line.
   */
  isNamed: boolean;
  /** The label of a selected line that is outside the selected text; null for a stored line. */
  outside: Line | null;
  /** The previous line in the same element, which may be its label; null for a stored line. */
  behind: Line | null;
}

/** @param isExact also compares counts, times and upper case, as for a selected text */
export function lineOf(text: string, isExact: boolean): Line {
  const key = isExact ? withSingleSpaces(text).trim() : comparable(text);
  const labels = { under: null, isNamed: false, outside: null, behind: null };
  return { text, key, links: '', targets: '', ...labels };
}

/** A line with its label: "Operational" is another line below each name. */
export function labelled({ key, under }: Line): string {
  return `${key}\n${under?.key ?? ''}`;
}

/** Long runs of letters and digits; shorter ones are words, sizes and versions. */
const RUN = /[a-z0-9_-]{16,}/g;
/** Minimum number of changes between letters and digits in a generated run: `8f3a9c2e-…`. */
const MIN_TURNS = 4;
/** The age of a post next to a name: "9h", "Edited 3m". */
const BARE_AGE = /(?<=^|[^:\s] )\d{1,3}(?:[smhdwy]|min|mo)$/;

/**
 * The compared form of a line: without relative times, counts, and ids of sessions and requests.
 * Empty if nothing else is left.
 */
export function comparable(line: string): string {
  const key = withoutNoise(line)
    .replace(RUN, (run) => (isRandom(run) ? '' : run))
    .replace(BARE_AGE, '');
  return /[\p{L}\p{N}\p{S}]/u.test(key) ? key : '';
}

function isRandom(run: string): boolean {
  let turns = 0;
  for (let at = 1; at < run.length; at += 1) {
    if (isDigit(run, at) !== isDigit(run, at - 1)) turns += 1;
  }
  return turns >= MIN_TURNS;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** A hash of 60 bits, enough for the lines of one page. */
export function lineHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 10);
}

/** The stored form of lines: their texts, and the distance of each to its label; 0 for none. */
export function packLines(lines: readonly Line[]): Pick<FollowedText, 'lines' | 'links' | 'under'> {
  const numbers = new Map(lines.map((line, at) => [line, at]));
  const byKey = new Map(lines.map(({ key }, at) => [key, at]));
  return {
    lines: lines.map(({ text }) => text),
    links: Object.fromEntries(
      lines.flatMap(({ links }, at) => (links === '' ? [] : [[at, links]])),
    ),
    under: lines.map(({ under }, at) => {
      // A line that was kept from an older text has its label in that text.
      const label = under === null ? at : (numbers.get(under) ?? byKey.get(under.key) ?? at);
      return at - label;
    }),
  };
}

/** The lines from their stored form. */
export function unpackLines({ lines, links, under }: FollowedText, isExact: boolean): Line[] {
  const found = lines.map((text) => lineOf(text, isExact));
  found.forEach((line, at) => {
    const back = under[at] ?? 0;
    line.links = links[at] ?? '';
    line.under = back === 0 ? null : (found[at - back] ?? null);
  });
  return found;
}
