import { stableTokens } from '../page/class-names.js';
import { type ElementNode, placedTag } from '../page/tree.js';
import type { PageRecord } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';
import { type PlacedDate, recordDates, type ShownDate } from './date.js';
import { DateRank } from './date-rank.js';

/** Where the dates of a list are from, and where they could be from. */
export interface DateChoice {
  slot: string;
  second: string | null;
}

/** A place of a list that has dates. */
interface DateSlot {
  key: string;
  /** By number of the record. */
  dates: Map<number, PlacedDate>;
  /** How many records show no better date than that at this place. */
  best: number;
}

/**
 * The dates that some records show, all of one place where they have one there: that of the stored rule,
 * else the one at which most records have their best date.
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

/** Dates of a list from which their order says something, and shares of steps that do and do not follow it. */
const MIN_ORDERED = 5;
const FOLLOWED = 0.9;
const UNFOLLOWED = 0.75;

/**
 * Whether a table has the newest first by the dates of a column, and not by those that most records would have
 * else: the cases of a court stand by the day of the decision, whenever they were filed. In lists of other
 * kinds it is the last reply that they follow.
 */
function isOrderOf({ dates }: DateSlot, usual: DateSlot): boolean {
  const isColumn = [...dates.values(), ...usual.dates.values()].every(
    ({ element }) => element.tag === 'td',
  );
  if (!isColumn) return false;
  if (dates.size < Math.max(MIN_ORDERED, usual.dates.size * FOLLOWED)) return false;
  return shareGoingBack(dates) >= FOLLOWED && shareGoingBack(usual.dates) <= UNFOLLOWED;
}

/** Share of the steps down a list that go back in time or stay; 0 where most of them stay. */
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

/** Dates of a record at places of one name that are told apart, and levels of elements in a name. */
const MAX_SAME = 5;
const MAX_LEVELS = 6;

/** The elements around a date up to its record, the last one with its class name. */
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
