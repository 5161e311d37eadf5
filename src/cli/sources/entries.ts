import type { KeywordMode } from '../../contract/keyword-mode.js';
import { DEFAULT_REGION, formatRegion, parseRegion } from '../../contract/region.js';
import type { BundleEntry, FeedEntry, SourceSpec } from './model.js';
import type { Position } from './problem.js';
import type { RawBundle, RawFeed, RawMember } from './schema.js';
import { SOURCE_FIELDS, searchIn } from './search-kinds.js';
import type { AccessReferences } from './secret-reference.js';
import { bundleValues, feedValues } from './values.js';

/** A feed of a file, with its source and its values in canonical form. */
export function toFeedEntry(raw: RawFeed, at: Position): FeedEntry {
  const { access, slug } = raw;
  return {
    source: toSource(raw),
    ...feedValues(raw),
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
  const { name, slug, feeds } = raw;
  return {
    name,
    ...bundleValues(raw),
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

/** The schema guarantees exactly one source. */
function toSource({
  url,
  region,
  mode,
  ...fields
}: Pick<RawFeed, 'url' | KeywordMode | 'region' | 'mode'>): SourceSpec {
  const search = searchIn(fields);
  if (search === undefined) return { url: url ?? '', ...(mode !== undefined && { mode }) };
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
