import type { River, RiverItem } from '../../../dashboard/river.js';
import { nameOfFeed } from './feed-parts.js';
import { Items } from './items.js';
import { FeedIcon } from './picture.js';

const DAY_MS = 86_400_000;

interface RiverProps {
  river: River;
  now: number;
  /** The address of the next items. */
  nextPath(after: string): string;
  /** Results of a search are in the order in which they were found, not by day. */
  isSearch?: boolean;
}

/** Items by day, each with its feed, and a link to the next ones. */
export function RiverDays({ river, now, nextPath, isSearch = false }: RiverProps) {
  const days = isSearch ? [{ day: 0, items: river.items }] : byDay(river.items);
  return (
    <>
      {days.map(({ day, items }) => (
        <section class="stack">
          {!isSearch && <h2 class="day">{dayName(day, now)}</h2>}
          <div class="card list">
            <Items
              items={items.map(({ item }) => item)}
              now={now}
              pathOf={(index) => pathOfItem(items[index])}
              about={(index) => <FeedLink entry={items[index]} />}
            />
          </div>
        </section>
      ))}
      {river.next !== null && (
        <nav class="pager" aria-label="Pages">
          <span />
          <a href={nextPath(river.next)} rel="next">
            Older items
          </a>
        </nav>
      )}
    </>
  );
}

function pathOfItem(entry: RiverItem | undefined): string {
  return entry === undefined ? '' : `feeds/${entry.feed.id}/items/${entry.place}`;
}

function FeedLink({ entry }: { entry: RiverItem | undefined }) {
  if (entry === undefined) return null;
  return (
    <>
      <FeedIcon {...entry.feed} />{' '}
      <a href={`feeds/${entry.feed.id}`} dir="auto">
        {nameOfFeed(entry.feed)}
      </a>
    </>
  );
}

/** Neighbours of the same day (UTC) together. */
function byDay(items: readonly RiverItem[]) {
  const days: { day: number; items: RiverItem[] }[] = [];
  for (const item of items) {
    const day = Math.floor(item.at / DAY_MS);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function dayName(day: number, now: number): string {
  const ago = Math.floor(now / DAY_MS) - day;
  if (ago === 0) return 'Today';
  return ago === 1 ? 'Yesterday' : LONG_DATE.format(day * DAY_MS);
}
