/** The part of an update that one message shows. */
export interface Page<T> {
  entries: T[];
  /** Begins with 1. */
  number: number;
  /** Messages in all. */
  of: number;
  /** Items that no message shows; counted in the last one. */
  more: number;
}

export interface PageLimits<T> {
  /** Entries in one message. */
  entries: number;
  /** Sum of the sizes of the entries in one message. */
  size: number;
  sizeOf(entry: T): number;
  /** Maximum number of messages. */
  pages: number;
}

/**
 * Distributes entries over messages, in order. An entry that is larger than a message gets one of
 * its own; formats cut their entries so that this does not happen.
 */
export function paginate<T>(entries: readonly T[], limits: PageLimits<T>): Page<T>[] {
  const pages: T[][] = [];
  let shown = 0;
  let size = 0;
  for (const entry of entries) {
    const added = limits.sizeOf(entry);
    const last = pages.at(-1);
    const fits = last && last.length < limits.entries && size + added <= limits.size;
    if (fits) {
      last.push(entry);
      size += added;
    } else {
      if (pages.length === limits.pages) break;
      pages.push([entry]);
      size = added;
    }
    shown += 1;
  }
  if (pages.length === 0) pages.push([]);
  return pages.map((page, index) => ({
    entries: page,
    number: index + 1,
    of: pages.length,
    more: index === pages.length - 1 ? entries.length - shown : 0,
  }));
}

/** "and 12 more" for the end of a message; null when everything is shown. */
export function moreLine({ more }: Page<unknown>): string | null {
  return more === 0 ? null : `and ${more} more`;
}

/** " (2 of 3)" behind the headline of a message; "" for a single one. */
export function pageMark({ number, of }: Page<unknown>): string {
  return of === 1 ? '' : ` (${number} of ${of})`;
}
