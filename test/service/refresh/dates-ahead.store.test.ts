import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../src/service/core/durations.js';
import { presentItem, selectItems } from '../../../src/service/items/item.js';
import { AS_STORED } from '../../../src/service/items/look.js';
import { type RefreshSetup, startSetup } from '../../support/refresh-setup.js';
import { numberedItems, type RssItem } from '../../support/rss.js';

async function withItems(items: (now: number) => RssItem[]) {
  const setup = await startSetup();
  const now = setup.clock.now();
  const publish = (all: RssItem[]) =>
    setup.sources.publish('/feed.xml', { title: 'F', items: all });
  const id = await setup.create(publish(items(now)));
  return { ...setup, id, now, publish, items: items(now) };
}

const iso = (time: number) => new Date(time).toISOString();
const event = (date: number): RssItem => ({
  ...{ guid: 'concert', title: 'Concert in the park', link: 'https://example.com/concert' },
  date: iso(date),
});

/** What readers see of the dates, the newest first. */
async function shown({ deps, clock }: RefreshSetup, id: string) {
  const rows = await selectItems(deps.store.db, id, 'date', clock.now());
  return rows.map((row) => ({
    title: row.title,
    order: row.date_published,
    shown: Date.parse(presentItem(row, AS_STORED).date_published ?? ''),
  }));
}

describe('dates more than a day ahead', () => {
  it('are shown as the source says, and order nothing until they come', async () => {
    const at = (now: number) => now + 30 * HOUR;
    const setup = await withItems((now) => [event(at(now)), ...numberedItems(2)]);
    const { id, now, publish } = setup;
    const [first, second, last] = await shown(setup, id);
    expect([first?.title, second?.title]).toEqual(['item number 0', 'item number 1']);
    expect(last).toEqual({ title: 'Concert in the park', order: null, shown: at(now) });
    expect((await setup.row(id)).item_dates).not.toContain(String(at(now)));

    setup.clock.advance(2 * DAY);
    publish([...numberedItems(1, 'later'), event(at(now)), ...numberedItems(2)]);
    const result = await setup.refresh(id);
    expect(result).toMatchObject({ itemsNew: 1, itemsChanged: 0 });
    expect((await shown(setup, id))[0]).toEqual({
      ...{ title: 'Concert in the park', order: at(now), shown: at(now) },
    });
  });

  it('of another day are taken silently', async () => {
    const setup = await withItems((now) => [event(now + 9 * DAY), ...numberedItems(2)]);
    setup.clock.advance(HOUR);
    setup.publish([event(setup.now + 12 * DAY), ...numberedItems(2)]);
    expect(await setup.refresh(setup.id)).toMatchObject({ itemsNew: 0, itemsChanged: 0 });
    expect(await setup.events()).toEqual([]);
    expect((await shown(setup, setup.id)).at(-1)?.shown).toBe(setup.now + 12 * DAY);
  });

  it('of a first reading by a slow clock come right with the clock', async () => {
    const dated = (now: number) =>
      numberedItems(3).map((item, at) => ({ ...item, date: iso(now + 14 * DAY - at * HOUR) }));
    const setup = await withItems(dated);
    expect((await shown(setup, setup.id)).map(({ order }) => order)).toEqual([null, null, null]);
    setup.clock.advance(14 * DAY + HOUR);
    setup.publish([...numberedItems(1, 'fresh'), ...setup.items]);
    expect(await setup.refresh(setup.id)).toMatchObject({ itemsNew: 1, itemsChanged: 0 });
    const orders = (await shown(setup, setup.id)).map(({ order }) => order);
    expect(orders.slice(0, 3)).toEqual(
      [14 * DAY, 14 * DAY - HOUR, 14 * DAY - 2 * HOUR].map((ms) => setup.now + ms),
    );
  });
});

describe('an item without a date', () => {
  it('takes the one that its source names later, without an event', async () => {
    const [{ date, ...undated } = {}, ...others] = numberedItems(3);
    const setup = await withItems(() => [undated, ...others]);
    setup.clock.advance(HOUR);
    setup.publish([{ ...undated, date: date ?? '' }, ...others]);
    expect(await setup.refresh(setup.id)).toMatchObject({ itemsNew: 0, itemsChanged: 0 });
    expect(await setup.events()).toEqual([]);
    expect((await shown(setup, setup.id))[0]).toMatchObject({ order: Date.parse(date ?? '') });
  });
});
