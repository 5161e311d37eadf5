import type { Item } from '../../../../contract/index.js';
import { RemoteLink, Time } from './pieces.js';

/** Items with what they say in short: text only, whatever their HTML holds. */
export function Items({ items, now }: { items: readonly Item[]; now: number }) {
  return (
    <ul class="items">
      {items.map((item) => (
        <li>
          <div class="title">
            <RemoteLink href={item.url}>{titleOf(item)}</RemoteLink>
          </div>
          <div class="meta">
            {item.date_published === null ? (
              'No date'
            ) : (
              <Time at={Date.parse(item.date_published)} now={now} />
            )}
            {item.authors.length > 0 && ` · ${item.authors.map(({ name }) => name).join(', ')}`}
          </div>
          {item.description_text !== '' && (
            <p class="text">{item.description_text.slice(0, SHOWN)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

const SHOWN = 400;

function titleOf({ title, description_text, url }: Item): string {
  return title || description_text.slice(0, 100) || url || 'Untitled item';
}
