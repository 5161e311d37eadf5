import type { Item, Preview } from '../../../../contract/index.js';
import { Items } from './items.js';

const SHOWN = 10;

/** The first items; with filters, those kept and those dropped side by side. */
export function PreviewItems(props: { preview: Pick<Preview, 'items' | 'dropped'>; now: number }) {
  const { preview, now } = props;
  const { items, dropped } = preview;
  if (dropped === undefined) return <Part id="items" title="First items" items={items} now={now} />;
  return (
    <div class="columns">
      <Part id="kept" title="Kept" items={items} now={now} isCounted />
      <Part id="dropped" title="Dropped" items={dropped} now={now} isCounted />
    </div>
  );
}

interface PartProps {
  id: string;
  title: string;
  items: readonly Item[];
  now: number;
  isCounted?: boolean;
}

function Part({ id, title, items, now, isCounted }: PartProps) {
  return (
    <section class={`card list ${id}`} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {isCounted && <span class="count"> {items.length}</span>}
      </h2>
      {items.length === 0 ? (
        <p class="muted">No items</p>
      ) : (
        <Items items={items.slice(0, SHOWN)} now={now} isBrief />
      )}
      {items.length > SHOWN && <p class="hint">and {items.length - SHOWN} more</p>}
    </section>
  );
}
