import { type Account, OWNER_ID } from '../../../accounts/account.js';
import { storeSize } from '../../../dashboard/store-size.js';
import { ACTIVITY_DAYS, DELAY_KINDS } from '../../../metrics/activity.js';
import { readActivity } from '../../../metrics/read-activity.js';
import type { Store } from '../../../store/store.js';
import type { Screen } from '../kit/screen.js';
import { BarChart, Shares, sum } from '../views/charts.js';
import { sizeOf } from '../views/items.js';
import { Heading } from '../views/pieces.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;

const FETCHES = ['fetch-updated', 'fetch-unchanged', 'fetch-failed'] as const;
const DELIVERIES = ['delivered', 'not-delivered'] as const;

/** `/dashboard/activity`: what came, was fetched and was sent, as charts. */
export const ACTIVITY: Screen = {
  section: 'items',
  async show({ deps, account, now }) {
    const { store } = deps;
    const bytes = account.id === OWNER_ID ? await storeSize(store) : null;
    const charts = await readCharts(store, account, now);
    return {
      title: 'Activity',
      content: (
        <>
          <Heading title="Activity" sub={bytes !== null && `The database has ${sizeOf(bytes)}.`} />
          <Charts {...charts} />
        </>
      ),
    };
  },
};

/** Number of items of this day (UTC). */
export async function itemsToday(store: Store, account: Account, now: number): Promise<number> {
  const { items } = await readActivity(store, account, ['items'], { now, slots: 1 });
  return items.at(-1) ?? 0;
}

/** The numbers of the charts, of which none depends on the number of feeds. */
async function readCharts(store: Store, account: Account, now: number) {
  const days = { now, slots: ACTIVITY_DAYS };
  const hours = { now, slots: HOURS };
  return {
    items: await readActivity(store, account, ['items', ...DELAY_KINDS], days),
    fetches: await readActivity(store, account, FETCHES, hours),
    deliveries: await readActivity(store, account, DELIVERIES, {
      now,
      slots: HOURS * ACTIVITY_DAYS,
    }),
    now,
  };
}

type ChartNumbers = Awaited<ReturnType<typeof readCharts>>;

/** Items a day, fetches an hour, delays and deliveries. */
function Charts({ items, fetches, deliveries, now }: ChartNumbers) {
  const delays = DELAY_KINDS.map((kind) => sum(items[kind]));
  const lastDay = {
    delivered: deliveries.delivered.slice(-HOURS),
    'not-delivered': deliveries['not-delivered'].slice(-HOURS),
  };
  return (
    <div class="columns">
      <BarChart
        title="Items a day"
        summary={`${count(sum(items.items), 'item')} published in ${ACTIVITY_DAYS} days`}
        series={[{ name: 'items', colour: 'c1', values: items.items }]}
        slotName={(at) => dayName(now, ACTIVITY_DAYS - 1 - at)}
      />
      <BarChart
        title="Fetches an hour"
        summary={`${count(sum(Object.values(fetches).flat()), 'fetch', 'fetches')} in ${HOURS} hours`}
        series={[
          { name: 'with news', colour: 'c1', values: fetches['fetch-updated'] },
          { name: 'unchanged', colour: 'c-none', values: fetches['fetch-unchanged'] },
          { name: 'failed', colour: 'c-bad', values: fetches['fetch-failed'] },
        ]}
        slotName={(at) => hourName(now, HOURS - 1 - at)}
      />
      {sum(delays) > 0 && (
        <Shares
          title="Delay until an item is found"
          summary={`${count(sum(delays), 'item')} in ${ACTIVITY_DAYS} days, from publication to discovery`}
          shares={DELAY_NAMES.map((name, at) => ({
            name,
            value: delays[at] ?? 0,
            colour: DELAY_COLOURS[at] ?? 'c-none',
          }))}
        />
      )}
      {sum(Object.values(deliveries).flat()) > 0 && (
        <BarChart
          title="Deliveries an hour"
          summary={`${successOf(lastDay)} in ${HOURS} hours; ${successOf(deliveries)} in ${ACTIVITY_DAYS} days`}
          series={[
            { name: 'delivered', colour: 'c2', values: lastDay.delivered },
            { name: 'failed attempts', colour: 'c-bad', values: lastDay['not-delivered'] },
          ]}
          slotName={(at) => hourName(now, HOURS - 1 - at)}
        />
      )}
    </div>
  );
}

const DELAY_NAMES = ['5 minutes', '1 hour', '6 hours', '1 day', 'longer'] as const;
const DELAY_COLOURS = ['c1', 'c1', 'c2', 'c3', 'c-bad'] as const;

function successOf(counts: Record<(typeof DELIVERIES)[number], readonly number[]>): string {
  const delivered = sum(counts.delivered);
  const attempts = delivered + sum(counts['not-delivered']);
  if (attempts === 0) return 'no attempts';
  return `${Math.round((delivered / attempts) * 100)}\u00a0% of ${count(attempts, 'attempt')} arrived`;
}

function count(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
}

function dayName(now: number, daysAgo: number): string {
  return new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

function hourName(now: number, hoursAgo: number): string {
  return `${new Date(now - hoursAgo * HOUR_MS).toISOString().slice(11, 13)}:00 UTC`;
}
