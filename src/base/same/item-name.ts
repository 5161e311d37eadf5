import { addressMark } from './address.js';
import { titleMark } from './title.js';

/** What is looked at to name an item of an answer. */
export interface NamedItem {
  guid?: string | undefined;
  url: string;
  title: string;
  description_text: string;
}

/** Characters of a text that tell items apart which lack an address or a title. */
const NAMING_TEXT = 500;

/**
 * The name of an item for who remembers what an answer had: its guid; of a service that gives none, its
 * address and title, and where one of them is missing also the text.
 */
export function itemName({ guid, url, title, description_text }: NamedItem): string {
  if (guid !== undefined) return guid;
  const [address, words] = [addressMark(url), titleMark(title)];
  const text = address === '' || words === '' ? description_text.slice(0, NAMING_TEXT) : '';
  return JSON.stringify([address, words, text]);
}

/** How many of some items have each address, by its mark: an address of one item names it without its title. */
export function countAddresses(items: readonly Pick<NamedItem, 'url'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of items) {
    const address = addressMark(url);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}
