import type { DroppedChoice, Item } from '../../contract/index.js';
import { type OwnedFilter, type Sifted, sift } from './sift.js';

/** The items of a feed that an answer holds: those shown, those hidden, or both. */
export async function chosenItems(
  items: readonly Item[],
  filter: OwnedFilter,
  dropped: DroppedChoice | undefined,
): Promise<Item[]> {
  const sifted = await sift(items, () => [filter]);
  return sifted.filter((each) => isChosen(each, dropped)).map(markedItem);
}

export function isChosen(
  { droppedBy }: Sifted<unknown>,
  dropped: DroppedChoice | undefined,
): boolean {
  if (dropped === 'include') return true;
  return (droppedBy !== null) === (dropped === 'only');
}

/** The item with the rule that hides it, if one does. */
export function markedItem({ item, droppedBy }: Sifted<Item>): Item {
  return droppedBy === null ? item : { ...item, dropped_by: droppedBy };
}
