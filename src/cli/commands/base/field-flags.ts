import { isBlank } from '../../../base/text.js';
import type { FiltersInput, Selectors } from '../../../client/index.js';
import {
  DURATION_RULE,
  formatDuration,
  formatInterval,
  INTERVAL_RULE,
  parseDuration,
  parseInterval,
} from '../../../contract/interval.js';
import { formatQuietHours, isTimeZone, parseQuietHours } from '../../../contract/quiet-hours.js';
import { BUNDLE_FIELDS } from '../../../resources/bundle.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import type { Field, Fields, Kind, Request } from '../../../resources/field.js';
import {
  converted,
  flag,
  longFlag,
  type OptionSpec,
  type OptionSpecs,
  text,
  UsageError,
} from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import { accessOptions } from './access.js';
import {
  documentOption,
  filterFlags,
  filterOptions,
  iconOption,
  readFilters,
  renderOption,
  selectOption,
  stepOption,
} from './field-options.js';

/** The flags of fields by key, as parsed. */
export type Typed = Readonly<Record<string, unknown>>;

/** The flags of one kind of value. */
interface FlagKind {
  /** Its flags by key. Their modules must be light: they load when a command is typed. */
  options(field: Field): OptionSpecs;
  /** The value of the flags; undefined if none was given. Absent: the value of the only flag. */
  read?(typed: Typed, field: Field): unknown;
  /** The words that give a value again. Absent: the flag and the value. */
  again?(value: never, flag: string): readonly string[];
}

const FLAG_KINDS: Readonly<Record<Kind, FlagKind>> = {
  text: { options: flagLine, read: readTypedText },
  long_text: { options: flagLine },
  image: { options: (field) => one(field, iconOption) },
  boolean: {
    options: (field) => one(field, flag(flagSummary(field))),
    read: (typed, field) => typed[flagKey(field)] || undefined,
    again: (_, name) => [name],
  },
  interval: { options: (field) => one(field, converted('TIME', flagSummary(field), readInterval)) },
  duration: {
    options: (field) =>
      one(field, converted('TIME', `${flagSummary(field)}; or none`, readDuration)),
  },
  hours: {
    options: (field) => ({
      ...one(field, text('HOURS', `${flagSummary(field)}; or none`)),
      timeZone: text('ZONE', 'time zone of --quiet-hours (default: that of this machine)'),
    }),
    read: readQuietHours,
    again(value: string, name) {
      const [hours = '', zone] = value.split(' ');
      return [name, hours, ...(zone === undefined ? [] : ['--time-zone', zone])];
    },
  },
  filters: {
    options: () => filterOptions,
    read: readFilters,
    again: (filters: FiltersInput) => filterFlags(filters),
  },
  selectors: {
    options: (field) => one(field, selectOption),
    again: (selectors: Selectors, name) =>
      Object.entries(selectors).flatMap(([part, css]) => [name, `${part}=${css}`]),
  },
  document: { options: (field) => one(field, documentOption) },
  mode: {
    options: (field) => one(field, flag(flagSummary(field))),
    read: (typed, field) => (typed[flagKey(field)] === true ? field.flag.names[0] : undefined),
    again: (_, name) => [name],
  },
  render: { options: (field) => one(field, renderOption) },
  steps: {
    options: (field) => one(field, stepOption),
    read(typed, field) {
      const given = (typed[flagKey(field)] ?? []) as readonly string[];
      return given.length === 0 ? undefined : given.filter((step) => step.trim() !== '');
    },
    again: (steps: readonly string[], name) =>
      (steps.length === 0 ? [''] : steps).flatMap((step) => [name, step]),
  },
  // Secrets are read by `newAccess` and `accessChanges`.
  access: { options: () => accessOptions, read: () => undefined, again: () => [] },
};

/** The key of an option: `custom-author` → `customAuthor`. */
function flagKey({ flag: { names } }: Field): string {
  return names[0].replace(/-[a-z]/g, (part) => part.slice(1).toUpperCase());
}

/** The option that unsets a field, if no typed value does. */
function clearKeyOf(field: Field): string | undefined {
  if (field.kind !== 'boolean' && !(field.kind === 'text' && field.none === null)) return undefined;
  const key = flagKey(field);
  return `clear${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

function flagLine(field: Field): OptionSpecs {
  return one(field, text(field.flag.placeholder ?? 'TEXT', flagSummary(field)));
}

function one(field: Field, spec: OptionSpec<unknown>): OptionSpecs {
  const [, alias] = field.flag.names;
  return { [flagKey(field)]: alias === undefined ? spec : { ...spec, alias } };
}

function flagSummary({ doc }: Field): string {
  return doc.charAt(0).toLowerCase() + doc.slice(1);
}

/** The flags of a new object. */
export function newFieldOptions(fields: Fields): OptionSpecs {
  return Object.assign(
    {},
    ...Object.values(fields).map((each) => FLAG_KINDS[each.kind].options(each)),
  );
}

/** The flags for fields that these requests change, and those that unset fields. */
export function changeOptions(fields: Fields, ...requests: Request[]): OptionSpecs {
  const chosen = Object.values(fields).filter(({ request }) => requests.includes(request));
  return Object.assign({}, ...chosen.map(optionsOf));
}

/** The flags that set a field, and the one that unsets it. */
export function optionsOf(field: Field): OptionSpecs {
  const key = clearKeyOf(field);
  const clear = key === undefined ? {} : { [key]: flag(`restore ${field.noneMeans}`) };
  return { ...FLAG_KINDS[field.kind].options(field), ...clear };
}

/**
 * The values of the given flags, by the names of their rows.
 *
 * @throws {UsageError} for an invalid value, and for a flag together with the one that unsets its
 * field
 */
export function readFields(fields: Fields, typed: Typed): FeedValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = readField(field, typed);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readField(field: Field, typed: Typed): unknown {
  const { read = () => typed[flagKey(field)] } = FLAG_KINDS[field.kind];
  const value = read(typed, field);
  const clear = clearKeyOf(field);
  if (clear === undefined || typed[clear] !== true) return value;
  if (value === undefined) return field.none;
  throw new UsageError(`${longFlag(flagKey(field))} and ${longFlag(clear)} cannot be combined.`);
}

/** The flags that give these values again. */
export function fieldFlags(values: FeedValues): string[] {
  return valueRows(values).flatMap(([, field, value]) => {
    const clear = value === field.none ? clearKeyOf(field) : undefined;
    if (clear !== undefined) return [longFlag(clear)];
    const { again = (text: string, name: string) => [name, text] } = FLAG_KINDS[field.kind];
    return again(value as never, longFlag(flagKey(field)));
  });
}

/** The first flag of the selected rows, such as `--every`. */
export function firstFlag(
  values: FeedValues,
  isMeant: (field: Field, name: string) => boolean,
): string | undefined {
  const found = valueRows(values).find(([name, field]) => isMeant(field, name));
  if (found === undefined) return undefined;
  const [name, field, value] = found;
  return fieldFlags({ [name]: value })[0] ?? longFlag(flagKey(field));
}

/** The given values with their rows. */
function valueRows(values: FeedValues): [name: string, field: Field, value: unknown][] {
  const rows: Fields = { ...BUNDLE_FIELDS, ...FEED_FIELDS };
  return Object.entries(values).flatMap(([name, value]) => {
    const field = rows[name];
    return field === undefined || value === undefined ? [] : [[name, field, value]];
  });
}

function readTypedText(typed: Typed, field: Field): unknown {
  const value = typed[flagKey(field)];
  if (typeof value !== 'string' || !isBlank(value)) return value;
  const clear = clearKeyOf(field);
  throw new UsageError(
    `${longFlag(flagKey(field))} must not be empty.`,
    clear !== undefined && clear in typed ? { hint: `To remove it: ${longFlag(clear)}` } : {},
  );
}

function readInterval(typed: string, flagName: string): string {
  const interval = parseInterval(typed);
  if (interval !== null) return formatInterval(interval);
  throw new UsageError(`${flagName} takes ${INTERVAL_RULE}, not "${typed}".`);
}

function readDuration(typed: string, flagName: string): string {
  const duration = parseDuration(typed);
  if (duration !== null) return formatDuration(duration);
  throw new UsageError(`${flagName} takes ${DURATION_RULE}, not "${typed}".`);
}

/** The value of `--quiet-hours` and `--time-zone` together. */
function readQuietHours({ quietHours, timeZone }: Typed): string | undefined {
  if (quietHours === undefined && timeZone === undefined) return undefined;
  if (quietHours === undefined) {
    throw new UsageError('--time-zone requires --quiet-hours, such as --quiet-hours 22:00-06:00.');
  }
  if (quietHours === 'none' && timeZone === undefined) return quietHours;
  // Files and the interface write both as one text.
  const whole = timeZone === undefined ? parseQuietHours(String(quietHours)) : null;
  if (whole !== null) return formatQuietHours(whole);
  const zone = String(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (!isTimeZone(zone)) {
    throw new UsageError(
      `--time-zone takes a zone of the IANA database such as Europe/Berlin, not "${zone}".`,
    );
  }
  const read = parseQuietHours(`${quietHours} ${zone}`);
  if (read !== null) return formatQuietHours(read);
  throw new UsageError(
    `--quiet-hours takes two different times of day such as 22:00-06:00, or none, not "${quietHours}".`,
  );
}
