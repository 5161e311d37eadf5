import { addressKey, type KnownItem, pairShortTitles, titleKey } from './known-items.js';

/** An item of the old list and the same item of the new list, or only one of them. */
interface ListPair<Old, New> {
  old: Old | null;
  new: New | null;
}

/**
 * Pairs two lists in the order of the new one; old items that it does not have follow. Items are
 * the same by their address, else by their title, or by short titles if many of them agree.
 */
export function pairLists<Old extends KnownItem, New extends KnownItem>(
  old: readonly Old[],
  now: readonly New[],
): ListPair<Old, New>[] {
  const left = new Set(old);
  const partners = new Map<New, Old>();
  for (const keyOf of [addressKey, titleKey]) {
    const byKey = new Map([...left].reverse().map((item) => [keyOf(item), item]));
    for (const item of now) {
      const key = keyOf(item);
      const partner = key === null || partners.has(item) ? undefined : byKey.get(key);
      if (partner !== undefined && left.delete(partner)) partners.set(item, partner);
    }
  }
  for (const [item, partner] of pairShortTitles(old, now)) {
    if (!partners.has(item) && left.delete(partner)) partners.set(item, partner);
  }
  return [
    ...now.map((item) => ({ old: partners.get(item) ?? null, new: item })),
    ...[...left].map((item) => ({ old: item, new: null })),
  ];
}
