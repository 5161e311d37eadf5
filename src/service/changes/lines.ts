import { withSingleSpaces } from '../../base/text.js';
import type { FollowedText } from '../core/source-document.js';
import { keyOf } from './line-key.js';

/** A line of a text that is followed. */
export interface Line {
  text: string;
  /** What of it is compared; empty for a line that is nothing but noise. */
  key: string;
  /** Hash of where its links lead to; empty without any. */
  links: string;
  /** Where the first of them lead to; empty for a stored line. */
  targets: string;
  /** What it belongs to: a label or heading; see `findPlaces`. */
  under: Line | null;
}

/** @param isExact counts, times and upper case are compared as well, as in a text that was selected */
export function lineOf(text: string, isExact: boolean): Line {
  const key = isExact ? withSingleSpaces(text).trim() : keyOf(text);
  return { text, key, links: '', targets: '', under: null };
}

/** A line at its place, with the label of its label: rows of two tables can have the same one. */
export function placeOf({ key, links, under }: Line): string {
  return `${key}\n${links}\n${under?.key ?? ''}\n${under?.under?.key ?? ''}`;
}

/** Lines as they are stored: their texts, and how many lines before each its label is; 0 for none. */
export function packed(lines: readonly Line[]): Pick<FollowedText, 'lines' | 'links' | 'under'> {
  const numbers = new Map(lines.map((line, at) => [line, at]));
  const byKey = new Map(lines.map(({ key }, at) => [key, at]));
  return {
    lines: lines.map(({ text }) => text),
    links: Object.fromEntries(
      lines.flatMap(({ links }, at) => (links === '' ? [] : [[at, links]])),
    ),
    under: lines.map(({ under }, at) => {
      // A line that is kept although it was missing has the label of another answer.
      const label = under === null ? at : (numbers.get(under) ?? byKey.get(under.key) ?? at);
      return at - label;
    }),
  };
}

/** The lines that were stored. */
export function unpacked({ lines, links, under }: FollowedText, isExact: boolean): Line[] {
  const found = lines.map((text) => lineOf(text, isExact));
  found.forEach((line, at) => {
    const back = under[at] ?? 0;
    line.links = links[at] ?? '';
    line.under = back === 0 ? null : (found[at - back] ?? null);
  });
  return found;
}
