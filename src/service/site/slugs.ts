import { parseUrl } from '../../base/url.js';
import { SLUG, slugKey } from '../../contract/slug.js';

/** A feed or a bundle that needs a slug. */
export interface Named {
  key: string;
  /** The slug that its owner chose. */
  chosen: string | undefined;
  /** The slug of the last build. */
  before: string | undefined;
  /** What a slug is made from; "" while it is unknown. */
  title: string;
  /** The address of the source, whose host names feeds in other scripts; "" without one. */
  source: string;
}

/** Each slug that was ever used, in lower case, and the key of its feed or bundle. */
type SlugRegistry = ReadonlyMap<string, string>;

interface AssignedSlugs {
  /** By key; a feed without a title has none yet. */
  slugs: Map<string, string>;
  registry: Map<string, string>;
}

/**
 * Gives every feed and bundle the slug that its owner chose, that it had, or one made from its title. A slug
 * that belonged to another feed is not used again: its readers would get foreign items.
 */
export function assignSlugs(all: readonly Named[], known: SlugRegistry): AssignedSlugs {
  const registry = new Map(known);
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const give = (key: string, slug: string) => {
    slugs.set(key, slug);
    taken.add(slugKey(slug));
    registry.set(slugKey(slug), key);
  };
  for (const { key, chosen } of all) if (chosen !== undefined) give(key, chosen);
  for (const { key, before } of all) {
    if (slugs.has(key) || before === undefined || taken.has(slugKey(before))) continue;
    give(key, before);
  }
  for (const { key, title, source } of all) {
    if (slugs.has(key) || title === '') continue;
    give(
      key,
      freeSlug(
        slugOf(title, source),
        (slug) => !taken.has(slug) && (registry.get(slug) ?? key) === key,
      ),
    );
  }
  return { slugs, registry };
}

function freeSlug(base: string, isFree: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (isFree(slug) && !SLUG.reserved.has(slug)) return slug;
  }
}

/** Room for a number behind a slug that is taken. */
const MAX_BASE = SLUG.maxLength - 10;

/**
 * A slug from a title: `Café Münster!` becomes `cafe-munster`. The host of the source stands for a title
 * in another script, of which hardly anything would be left: `朝日新聞 2` becomes `asahi-com`.
 */
export function slugOf(title: string, source = ''): string {
  const base = inLatin(title);
  const isLost = !/[a-z]/.test(base) && (base === '' || /\p{L}/u.test(title));
  const host = isLost ? inLatin(parseUrl(source)?.hostname.replace(/^www\./, '') ?? '') : '';
  return host || base || 'feed';
}

function inLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, '-')
    .slice(0, MAX_BASE)
    .replace(/^-+|-+$/g, '');
}

/** The chosen slugs that belonged to another feed or bundle, and are not declared as moved. */
export function foreignSlugs(
  all: readonly Pick<Named, 'key' | 'chosen'>[],
  known: SlugRegistry,
  moved: readonly string[],
): string[] {
  const isMoved = new Set(moved.map(slugKey));
  return all.flatMap(({ key, chosen }) => {
    if (chosen === undefined || isMoved.has(slugKey(chosen))) return [];
    const owner = known.get(slugKey(chosen));
    return owner === undefined || owner === key ? [] : [chosen];
  });
}

/** The slugs that a state and the marker of a directory know. */
export function knownSlugs(
  ...sources: readonly ({ slugs: Readonly<Record<string, string>> } | null)[]
): Map<string, string> {
  return new Map(sources.flatMap((source) => Object.entries(source?.slugs ?? {})));
}
