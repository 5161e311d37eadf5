import { stableTokens } from '../page/class-names.js';
import { type ElementNode, placedTag } from '../page/tree.js';
import type { PageRecord } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';
import { type PlacedDate, recordDates, type ShownDate } from './date.js';
import { DateRank } from './date-rank.js';

/** The place from which the dates of a list were read, and the next most likely place. */
export interface DateChoice {
  slot: string;
  second: string | null;
}

/** A place of a list that has dates. */
interface DateSlot {
  key: string;
  /** Dates by number of the record. */
  dates: Map<number, PlacedDate>;
  /** Number of records whose best date is at this place. */
  best: number;
}

/**
 * The dates of the records, all from the same place if they have a date there: the place of the
 * stored rule, else the one at which most records have their best date.
 */
export function chooseDates(
  survey: Survey,
  records: readonly PageRecord[],
  known: string | undefined,
): { shown: (ShownDate | null)[]; choice: DateChoice | null } {
  const found = records.map((record) => recordDates(survey, record));
  const slots = new Map<string, DateSlot>();
  for (const [at, { best, placed }] of found.entries()) {
    const record = records[at];
    for (const date of placed) {
      if (record === undefined || date.rank === DateRank.Other) continue;
      const key = freeKey(slots, slotOf(record, date.element), at);
      const slot = slots.get(key) ?? { key, dates: new Map(), best: 0 };
      slot.dates.set(at, date);
      if (date === best) slot.best += 1;
      slots.set(key, slot);
    }
  }
  const [most, ...others] = [...slots.values()].sort((a, b) => b.best - a.best);
  const ordered = others.find((slot) => most !== undefined && isOrderOf(slot, most));
  const usual = ordered ?? most;
  const next = (ordered === undefined ? others[0] : most) ?? null;
  if (usual === undefined) return { shown: found.map(({ best }) => best), choice: null };
  const chosen = slots.get(known ?? '') ?? usual;
  const second = chosen === usual ? next : usual;
  return {
    shown: found.map(({ best }, at) => {
      const own = chosen.dates.get(at);
      return best === null || own === undefined || saysLess(own, best) ? best : own;
    }),
    choice: { slot: chosen.key, second: second?.key ?? null },
  };
}

/**
 * Minimum number of dates of a list for their order to count, and shares of steps that do and do
 * not follow it.
 */
const MIN_ORDERED = 5;
const FOLLOWED = 0.9;
const UNFOLLOWED = 0.75;

/**
 * True if a table is ordered, newest first, by the dates of a column and not by those that would be
 * used otherwise: the cases of a court are ordered by the day of the decision, not by that of
 * filing. Lists of other kinds follow the last reply.
 */
function isOrderOf({ dates }: DateSlot, usual: DateSlot): boolean {
  const isColumn = [...dates.values(), ...usual.dates.values()].every(
    ({ element }) => element.tag === 'td',
  );
  if (!isColumn) return false;
  if (dates.size < Math.max(MIN_ORDERED, usual.dates.size * FOLLOWED)) return false;
  return shareGoingBack(dates) >= FOLLOWED && shareGoingBack(usual.dates) <= UNFOLLOWED;
}

/**
 * Share of the steps down a list that go back in time or do not change; 0 if most do not change.
 */
function shareGoingBack(dates: ReadonlyMap<number, PlacedDate>): number {
  const times = [...dates].sort(([a], [b]) => a - b).map(([, { time }]) => time);
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  if (steps.filter((step) => step === 0).length * 2 > steps.length) return 0;
  return steps.filter((step) => step <= 0).length / steps.length;
}

function saysLess(one: PlacedDate, best: ShownDate | PlacedDate): boolean {
  if (one.yearless && !best.yearless) return true;
  return one.rank > ('rank' in best ? best.rank : DateRank.Unnamed);
}

function freeKey(slots: ReadonlyMap<string, DateSlot>, key: string, at: number): string {
  const taken = (name: string) => slots.get(name)?.dates.has(at);
  for (let count = 1; count <= MAX_SAME; count += 1) {
    const name = count === 1 ? key : `${key}#${count}`;
    if (!taken(name)) return name;
  }
  return `${key}#${MAX_SAME}`;
}

/**
 * Maximum number of dates of a record at places of one name that are distinguished, and maximum
 * number of element levels in a name.
 */
const MAX_SAME = 5;
const MAX_LEVELS = 6;

/**
 * The key of a place: the elements from a date up to its record, the last one with its class name.
 */
function slotOf({ root }: PageRecord, element: ElementNode): string {
  const tags: string[] = [];
  for (
    let at: ElementNode | null = element;
    at !== null && tags.length < MAX_LEVELS;
    at = at.parent
  ) {
    if (at === root) break;
    tags.unshift(placedTag(at));
  }
  return [tags.join('>'), ...stableTokens(element, 1)].join('.');
}
