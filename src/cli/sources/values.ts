import type { FiltersInput, UpdateFeedBody, UpdateFeedSettingsBody } from '../../client/index.js';
import { parseRule, printRule } from '../../contract/filters/rule.js';
import {
  formatDuration,
  formatInterval,
  parseDuration,
  parseInterval,
} from '../../contract/interval.js';
import { formatQuietHours, parseQuietHours } from '../../contract/quiet-hours.js';
import { BUNDLE_FIELDS } from '../../resources/bundle.js';
import { FEED_FIELDS } from '../../resources/feed.js';
import type { Field, Fields, Kind, Request } from '../../resources/field.js';
import type { BundleValues, FeedValues } from './model.js';

/** Equal values in one form, for the kinds that have several. */
const CANONICAL: Partial<Record<Kind, (value: never) => unknown>> = {
  interval: (text: string) => formatInterval(parseInterval(text) ?? 'auto'),
  duration: (text: string) => formatDuration(parseDuration(text) ?? 'none'),
  hours: (text: string) => formatQuietHours(parseQuietHours(text) ?? 'none'),
  filters: canonicalFilters,
};

const NOT_TEXT: ReadonlySet<Kind> = new Set(['boolean', 'filters', 'selectors', 'steps']);

/** Rows whose values a file holds; `access` refers to secrets and is read apart. */
export const FEED_ROWS = fieldRows(FEED_FIELDS);
export const BUNDLE_ROWS = fieldRows(BUNDLE_FIELDS).filter(([name]) => name !== 'name');

function fieldRows(fields: Fields): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, { kind }]) => kind !== 'access');
}

/**
 * A value where a file has only texts: in cells and attributes. Some are JSON, of which spreadsheets
 * write TRUE; other texts are rejected by the schema.
 */
export function decodedValue(name: string, text: string): unknown {
  const kind = KIND_OF.get(name);
  if (kind === undefined || !NOT_TEXT.has(kind)) return text;
  try {
    return JSON.parse(/^\s*(?:true|false)\s*$/i.test(text) ? text.toLowerCase() : text);
  } catch {
    return text;
  }
}

const KIND_OF = new Map([...FEED_ROWS, ...BUNDLE_ROWS].map(([name, { kind }]) => [name, kind]));

/** The given values of an object that a schema has checked, in canonical form. */
export function feedValues(raw: object): FeedValues {
  return givenValues(raw, FEED_ROWS) as FeedValues;
}

/** The same of a bundle. */
export function bundleValues(raw: object): BundleValues {
  return givenValues(raw, BUNDLE_ROWS) as BundleValues;
}

function givenValues(raw: object, rows: typeof FEED_ROWS): object {
  const values = raw as Record<string, unknown>;
  const chosen: Record<string, unknown> = {};
  for (const [name, { kind }] of rows) {
    const value = values[name];
    if (value !== undefined) chosen[name] = CANONICAL[kind]?.(value as never) ?? value;
  }
  return chosen;
}

/** What PATCH of a feed takes of the values. */
export function metadataOf(values: FeedValues): UpdateFeedBody {
  return taken(values, 'metadata');
}

/** What PATCH of the settings of a feed takes of the values. */
export function settingsOf(values: FeedValues): UpdateFeedSettingsBody {
  return taken(values, 'settings');
}

/** As they are: filters without one of the lists keep that of the feed. */
function taken(values: FeedValues, wanted: Request): object {
  const rows = new Map(FEED_ROWS);
  const chosen = Object.entries(values).filter(
    ([name, value]) => value !== undefined && rows.get(name)?.request === wanted,
  );
  return Object.fromEntries(chosen);
}

/** A value as one text, to be compared and shown; null where nothing is chosen. */
export function valueText(value: unknown): string | null {
  if (value === undefined || value === null || typeof value === 'string') return value ?? null;
  return isNoFilter(value) ? null : JSON.stringify(value);
}

function isNoFilter(value: object | number | boolean | bigint | symbol): boolean {
  return (
    typeof value === 'object' &&
    'include' in value &&
    'exclude' in value &&
    [value.include, value.exclude].flat().length === 0
  );
}

/** Whether a value stands for nothing chosen. */
export function isNone(value: unknown, { none }: Field): boolean {
  return valueText(value) === valueText(none ?? null);
}

/** Filters as a service returns them; a list that is left out is empty. */
export function canonicalFilters({ include = [], exclude = [] }: FiltersInput) {
  return { include: canonicalRules(include), exclude: canonicalRules(exclude) };
}

function canonicalRules(rules: readonly string[]): string[] {
  const canonical = rules.map((text) => {
    const rule = parseRule(text);
    return 'problem' in rule ? text : printRule(rule);
  });
  return [...new Set(canonical)];
}
