import type { Filters, FiltersInput } from '../../client/index.js';
import { parseRule, printRule } from '../../contract/filters/rule.js';
import { formatInterval, parseInterval } from '../../contract/interval.js';
import type { KeywordMode } from '../../contract/keyword-mode.js';
import { formatQuietHours, parseQuietHours } from '../../contract/quiet-hours.js';
import { DEFAULT_REGION, formatRegion, parseRegion } from '../../contract/region.js';
import type { BundleEntry, FeedEntry, Position, SourceSpec } from './model.js';
import type { RawBundle, RawFeed, RawMember } from './schema.js';
import { SOURCE_FIELDS, searchIn } from './search-kinds.js';
import type { AccessReferences } from './secret-reference.js';

/** A feed of a file, with its source and region in canonical form. */
export function toFeedEntry(raw: RawFeed, at: Position): FeedEntry {
  const { title, description, icon, customAuthor, interval, quietHours, filters, access, slug } =
    raw;
  return {
    source: toSource(raw),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(customAuthor === undefined ? {} : { customAuthor }),
    ...(interval === undefined ? {} : { interval: canonicalInterval(interval) }),
    ...(quietHours === undefined ? {} : { quietHours: canonicalQuietHours(quietHours) }),
    ...(filters === undefined ? {} : { filters: canonicalFilters(filters) }),
    ...(raw.full_text === undefined ? {} : { fullText: raw.full_text }),
    ...(access === undefined ? {} : { access: withLowerNames(access) }),
    ...(slug === undefined ? {} : { slug }),
    at,
  };
}

/** Names of headers in lower case, as the service shows them. */
function withLowerNames({ headers, ...others }: AccessReferences): AccessReferences {
  if (headers === undefined) return others;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...others, headers: Object.fromEntries(named) };
}

/** A bundle of a file. */
export function toBundleEntry(
  raw: RawBundle,
  { at, memberAt }: { at: Position; memberAt: (index: number) => Position },
): BundleEntry {
  const { name, description, icon, filters, slug, feeds } = raw;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(filters === undefined ? {} : { filters: canonicalFilters(filters) }),
    ...(slug === undefined ? {} : { slug }),
    ...(feeds === undefined
      ? {}
      : {
          feeds: feeds.map((member, index) => ({
            source: toMemberSource(member),
            at: memberAt(index),
          })),
        }),
    at,
  };
}

function toMemberSource(raw: RawMember): SourceSpec {
  return typeof raw === 'string' ? { url: raw } : toSource(raw);
}

type RawSource = Pick<
  RawFeed,
  'url' | KeywordMode | 'region' | 'selectors' | 'from' | 'render' | 'steps'
>;

/** The schema guarantees exactly one source. */
function toSource({
  url,
  region,
  selectors,
  from,
  render,
  steps,
  ...fields
}: RawSource): SourceSpec {
  const search = searchIn(fields);
  if (search === undefined) {
    return {
      url: url ?? '',
      ...(selectors === undefined ? {} : { selectors }),
      ...(from === undefined ? {} : { from }),
      ...(render === undefined ? {} : { render }),
      ...(steps === undefined ? {} : { steps }),
    };
  }
  return {
    mode: search.mode,
    text: oneSpaced(search.words),
    region: canonicalRegion(region),
  };
}

/** Collapses white space, which does not distinguish two searches. */
export function oneSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

export function canonicalRegion(region = DEFAULT_REGION): string {
  const parsed = parseRegion(region);
  return parsed === null ? region : formatRegion(parsed);
}

/** `60m` and `1h` are the same interval. */
function canonicalInterval(text: string): string {
  const interval = parseInterval(text);
  return interval === null ? text : formatInterval(interval);
}

/** `7:00-8:00 UTC` and `07:00-08:00 UTC` are the same hours. */
function canonicalQuietHours(text: string): string {
  const quiet = parseQuietHours(text);
  return quiet === null ? text : formatQuietHours(quiet);
}

/** Filters as a service returns them; a list that is left out is empty. */
export function canonicalFilters({ include = [], exclude = [] }: FiltersInput): Filters {
  return { include: canonicalRules(include), exclude: canonicalRules(exclude) };
}

function canonicalRules(rules: readonly string[]): string[] {
  const canonical = rules.map((text) => {
    const rule = parseRule(text);
    return 'problem' in rule ? text : printRule(rule);
  });
  return [...new Set(canonical)];
}

/** Parses a JSON value in a cell or attribute; other text is rejected by the schema. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The source of an entry as written; empty when it is missing. */
export function sourceText(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  if (typeof raw !== 'object' || raw === null) return raw === undefined ? '' : String(raw);
  const fields: Record<string, unknown> = { ...raw };
  const name = SOURCE_FIELDS.find((field) => (fields[field] ?? null) !== null);
  return name === undefined ? '' : String(fields[name]);
}
