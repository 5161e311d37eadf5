import type { FormatRow } from '../resources/format-row.js';
import { cutText, withoutMentions } from './text.js';
import { headline, type Update, type UpdateItem } from './update.js';

/** The part of an update that one message shows. */
interface MessagePage<T> {
  /** Title, such as "Example News: 30 new (2 of 3)". */
  title: string;
  entries: T[];
  /** "and 12 more" after the entries of the last message, for items that no message shows. */
  more: string[];
}

/** Limits of one message. */
interface PageLimits<T> {
  entry(item: UpdateItem): T;
  /** Maximum number of entries. */
  entries: number;
  /** Maximum sum of the sizes of the entries. */
  size: number;
  sizeOf(entry: T): number;
}

/**
 * Distributes the items of an update over messages, in order. An entry that is larger than a message
 * gets one of its own; formats cut their entries so that this does not happen.
 */
export function messagePages<T>(
  update: Update,
  { limits: { messages } }: FormatRow,
  limits: PageLimits<T>,
): MessagePage<T>[] {
  const pages: T[][] = [];
  let shown = 0;
  let size = 0;
  for (const entry of update.items.map(limits.entry)) {
    const added = limits.sizeOf(entry);
    const last = pages.at(-1);
    if (last && last.length < limits.entries && size + added <= limits.size) {
      last.push(entry);
      size += added;
    } else {
      if (pages.length === messages) break;
      pages.push([entry]);
      size = added;
    }
    shown += 1;
  }
  if (pages.length === 0) pages.push([]);
  const left = update.items.length - shown;
  return pages.map((entries, index) => ({
    title: headline(update) + (pages.length === 1 ? '' : ` (${index + 1} of ${pages.length})`),
    entries,
    more: left > 0 && index === pages.length - 1 ? [`and ${left} more`] : [],
  }));
}

/** The title of an item, marked if the item is a changed one. */
export function markedTitle({ change, title }: UpdateItem): string {
  return change === 'changed' ? `${title} (changed)` : title;
}

/** An item as lines of plain text without mentions. @param maxText characters of its text */
export function plainEntry(item: UpdateItem, maxText: number): string {
  const [title, text] = [markedTitle(item), cutText(item.text, maxText)].map(withoutMentions);
  const lines = [title, text, item.url];
  return lines.filter((line) => line !== '').join('\n');
}
