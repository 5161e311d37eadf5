import { isChangeAddress } from '../../base/same/across-feeds.js';

/** The lines of an item of a followed page. */
export interface ChangeText {
  added: string[];
  removed: string[];
  /** The added lines, each group of them behind what it belongs to. */
  addedWithLabels: string[];
}

const FIRST = 'Following this text from now on: ';

/** The title of the first item of a followed page. @param extent how long its text is */
export function firstTextTitle(extent: string): string {
  return `${FIRST}${extent}`;
}

/** Whether an item is the first text of a followed page: its source has no news yet. */
export function isFirstText({ title, url }: { title: string; url: string }): boolean {
  return title.startsWith(FIRST) && isChangeAddress(url);
}

const LINE = /^(?:(Added)|Removed): (.*)$/s;
const MORE = '… and changes in ';

/** One line of `description_text`. */
export function changeLine(kind: 'Added' | 'Removed', text: string): string {
  return `${kind}: ${text}`;
}

/** The line in front of lines that belong to a heading or label. */
export function labelLine(label: string): string {
  return `${label}:`;
}

/** The last line, when not all lines are shown. */
export function moreLine(places: number): string {
  return `${MORE}${places} more ${places === 1 ? 'place' : 'places'}`;
}

/** Reads a `description_text`; null for a text that is no change of a page. */
export function readChangeText(text: string): ChangeText | null {
  // Most texts are not: no line of them is looked at.
  if (!text.includes('Added: ') && !text.includes('Removed: ')) return null;
  const read: ChangeText = { added: [], removed: [], addedWithLabels: [] };
  let label: string | null = null;
  let isLabelled = true;
  for (const line of text.split('\n')) {
    const [, added, words = ''] = LINE.exec(line) ?? [];
    if (added !== undefined) {
      if (label !== null) read.addedWithLabels.push(label);
      label = null;
      read.added.push(words);
      read.addedWithLabels.push(words);
      isLabelled = true;
    } else if (LINE.test(line)) {
      read.removed.push(words);
      isLabelled = true;
    } else if (line.endsWith(':') && isLabelled) {
      [label, isLabelled] = [line.slice(0, -1), false];
    } else if (!line.startsWith(MORE)) return null;
  }
  return isLabelled ? read : null;
}
