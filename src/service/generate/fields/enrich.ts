import type { FoundItem } from './item.js';

/**
 * Fills what an item does not show from what structured data says of the same address. What the
 * page shows stays: structured data is where sites forget to update.
 */
export function enrich(items: readonly FoundItem[], known: readonly FoundItem[]): FoundItem[] {
  const byIdentity = new Map<string, FoundItem[]>();
  for (const item of known) {
    const same = byIdentity.get(item.identity);
    if (same === undefined) byIdentity.set(item.identity, [item]);
    else same.push(item);
  }
  return items.map((item) => {
    const same = byIdentity.get(item.identity);
    return same === undefined ? item : same.reduce(merge, item);
  });
}

function merge(item: FoundItem, known: FoundItem): FoundItem {
  const { dateFromAddress, ...rest } = item;
  const keepsDate = item.date !== null && (dateFromAddress === undefined || known.date === null);
  return {
    ...rest,
    title: item.title || known.title,
    date: keepsDate ? item.date : known.date,
    ...(keepsDate && dateFromAddress ? { dateFromAddress } : {}),
    image: item.image ?? known.image,
    authors: item.authors.length > 0 ? item.authors : known.authors,
    description: item.description || known.description,
  };
}
