import { isBlank } from '../../../base/text.js';
import type {
  FeedClient,
  FeedSummary,
  FiltersInput,
  Selectors,
  UpdateFeedBody,
} from '../../../client/index.js';
import { DURATION_RULE, formatDuration, parseDuration } from '../../../contract/interval.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import type { Field, Fields, Kind } from '../../../resources/field.js';
import { longFlag, UsageError } from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import { metadataOf, settingsOf } from '../../sources/values.js';
import { clearKeyOf, keyOf, type Typed } from './field-options.js';
import { filterFlags, readFilters } from './filter-options.js';
import { floorNote, readInterval, readQuietHours } from './read-interval.js';

/** How the flags of a kind become a value, and a value the flags that give it. */
interface Reading {
  /** Undefined when no flag was given. @throws {UsageError} */
  read(typed: Typed, field: Field): unknown;
  again(value: never, flag: string): readonly string[];
}

const asTyped: Reading = {
  read: (typed, field) => typed[keyOf(field)],
  again: (value: string, flag) => [flag, value],
};

const READINGS: Readonly<Record<Exclude<Kind, 'access'>, Reading>> = {
  text: { ...asTyped, read: readText },
  long_text: asTyped,
  image: asTyped,
  document: asTyped,
  render: asTyped,
  boolean: {
    read: (typed, field) => typed[keyOf(field)] === true || undefined,
    again: (_, flag) => [flag],
  },
  mode: {
    read: (typed, field) => (typed[keyOf(field)] === true ? field.flag.names[0] : undefined),
    again: (_, flag) => [flag],
  },
  interval: {
    ...asTyped,
    read(typed, field) {
      const value = typed[keyOf(field)];
      return typeof value === 'string' ? readInterval(value) : undefined;
    },
  },
  duration: { ...asTyped, read: readDuration },
  hours: {
    read({ quietHours, timeZone }) {
      return readQuietHours(quietHours as string | undefined, timeZone as string | undefined);
    },
    again(value: string, flag) {
      const [hours = '', zone] = value.split(' ');
      return [flag, hours, ...(zone === undefined ? [] : ['--time-zone', zone])];
    },
  },
  filters: { read: readFilters, again: (filters: FiltersInput) => filterFlags(filters) },
  selectors: {
    ...asTyped,
    again: (selectors: Selectors, flag) =>
      Object.entries(selectors).flatMap(([name, css]) => [flag, `${name}=${css}`]),
  },
  steps: {
    read(typed, field) {
      const given = (typed[keyOf(field)] ?? []) as readonly string[];
      return given.length === 0 ? undefined : given.filter((step) => step.trim() !== '');
    },
    again: (steps: readonly string[], flag) =>
      (steps.length === 0 ? [''] : steps).flatMap((step) => [flag, step]),
  },
};

function readDuration(typed: Typed, field: Field): string | undefined {
  const value = typed[keyOf(field)];
  if (typeof value !== 'string') return undefined;
  const duration = parseDuration(value);
  if (duration !== null) return formatDuration(duration);
  throw new UsageError(`${longFlag(keyOf(field))} takes ${DURATION_RULE}, not "${value}".`);
}

function readText(typed: Typed, field: Field): unknown {
  const value = typed[keyOf(field)];
  if (typeof value !== 'string' || !isBlank(value)) return value;
  const clear = clearKeyOf(field);
  throw new UsageError(
    `${longFlag(keyOf(field))} must not be empty.`,
    clear !== undefined && clear in typed ? { hint: `To remove it: ${longFlag(clear)}` } : {},
  );
}

/**
 * The values of the flags, by the names of their rows; only those that were given.
 *
 * @throws {UsageError} for an invalid value, and for a flag beside the one that removes its choice
 */
export function readFields(fields: Fields, typed: Typed): FeedValues {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, readField(field, typed)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function readField(field: Field, typed: Typed): unknown {
  if (field.kind === 'access') return undefined;
  const value = READINGS[field.kind].read(typed, field);
  const clear = clearKeyOf(field);
  if (clear === undefined || typed[clear] !== true) return value;
  if (value === undefined) return field.none;
  throw new UsageError(`${longFlag(keyOf(field))} and ${longFlag(clear)} cannot be combined.`);
}

/** The flags that give these values, to be typed again. */
export function fieldFlags(values: FeedValues): string[] {
  const rows = FEED_FIELDS as Fields;
  return Object.entries(values).flatMap(([name, value]) => {
    const field = rows[name];
    if (field === undefined || field.kind === 'access' || value === undefined) return [];
    const clear = value === field.none ? clearKeyOf(field) : undefined;
    if (clear !== undefined) return [longFlag(clear)];
    return [...READINGS[field.kind].again(value as never, longFlag(keyOf(field)))];
  });
}

/** The first flag of the rows that are meant: `--every`. */
export function firstFlag(
  values: FeedValues,
  isMeant: (field: Field, name: string) => boolean,
): string | undefined {
  const rows = FEED_FIELDS as Fields;
  for (const [name, value] of Object.entries(values)) {
    const field = value === undefined ? undefined : rows[name];
    if (field !== undefined && isMeant(field, name)) return `--${field.flag.names[0]}`;
  }
  return undefined;
}

/** @throws {UsageError} for values at a service that does not have them */
export async function requireOwnService(client: FeedClient, values: FeedValues): Promise<void> {
  const flag = firstFlag(values, ({ own }) => own === true);
  if (flag === undefined || (await client.detectService()).version !== null) return;
  throw new UsageError(`${flag} requires a feedctl service; this service has no such setting.`);
}

/**
 * Changes a feed: its settings, then its metadata.
 *
 * @param others what PATCH of the feed takes beside the values
 * @returns the feed, unless its metadata stay, and a note on the interval if there is one
 */
export async function sendChanges(
  client: FeedClient,
  id: string,
  values: FeedValues,
  others: UpdateFeedBody = {},
): Promise<{ feed: FeedSummary | undefined; note: string | null }> {
  const [settings, metadata] = [settingsOf(values), { ...metadataOf(values), ...others }];
  const note = isEmpty(settings) ? null : floorNote(await client.updateFeedSettings(id, settings));
  return { feed: isEmpty(metadata) ? undefined : await client.updateFeed(id, metadata), note };
}

function isEmpty(body: object): boolean {
  return Object.keys(body).length === 0;
}
