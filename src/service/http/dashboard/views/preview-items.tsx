import type { Item, Preview } from '../../../../contract/index.js';
import { Thumbnail } from './picture.js';
import { Badge, RemoteLink, Time } from './pieces.js';

const SHOWN = 10;

/** The first items; with filters, those kept and those dropped side by side. */
export function PreviewItems(props: { preview: Pick<Preview, 'items' | 'dropped'>; now: number }) {
  const { preview, now } = props;
  const { items, dropped } = preview;
  if (dropped === undefined) {
    return (
      <section class="card" aria-labelledby="items">
        <h2 id="items">First items</h2>
        <ItemList items={items} now={now} />
      </section>
    );
  }
  return (
    <div class="columns">
      <section class="card" aria-labelledby="kept">
        <h2 id="kept">
          Kept <span class="count">{items.length}</span>
        </h2>
        <ItemList items={items} now={now} />
      </section>
      <section class="card dropped" aria-labelledby="dropped">
        <h2 id="dropped">
          Dropped <span class="count">{dropped.length}</span>
        </h2>
        <ItemList items={dropped} now={now} />
      </section>
    </div>
  );
}

function ItemList({ items, now }: { items: readonly Item[]; now: number }) {
  if (items.length === 0) return <p class="muted">No items</p>;
  return (
    <>
      <ul class="items">
        {items.slice(0, SHOWN).map((item) => (
          <li>
            <Thumbnail url={item.thumbnail} />
            <div class="title" dir="auto">
              <RemoteLink href={item.url}>
                {item.title || item.description_text.slice(0, 100) || item.url || 'Untitled item'}
              </RemoteLink>
            </div>
            <div class="meta">
              {item.date_published === null ? (
                'No date'
              ) : (
                <Time at={Date.parse(item.date_published)} now={now} />
              )}
            </div>
            {item.dropped_by && <DroppedBy {...item.dropped_by} />}
          </li>
        ))}
      </ul>
      {items.length > SHOWN && <p class="hint">and {items.length - SHOWN} more</p>}
    </>
  );
}

function DroppedBy({ rule }: NonNullable<Item['dropped_by']>) {
  if (rule === null) return <Badge tone="plain">No rule keeps it</Badge>;
  return (
    <Badge tone="warn">
      Dropped by <code>{rule}</code>
    </Badge>
  );
}
