import type { Author, Item } from '../../contract/index.js';
import type { ShownItem } from './item-row.js';

/** The item on the wire. A custom author replaces the source's here, on every read, never in store. */
export function presentItem(row: ShownItem, customAuthor: string | null): Item {
  return {
    url: row.url,
    title: row.title,
    description_text: row.description_text,
    description_html: row.description_html,
    thumbnail: row.thumbnail,
    date_published: row.date_published === null ? null : isoTime(row.date_published),
    authors:
      customAuthor === null ? (JSON.parse(row.authors) as Author[]) : [{ name: customAuthor }],
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
