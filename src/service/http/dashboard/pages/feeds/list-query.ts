import { type FeedOrder, feedOrderSchema, KEYWORD_MODES } from '../../../../../contract/index.js';
import type { FeedKind, FeedQuery } from '../../../../dashboard/feed-query.js';
import type { Health } from '../../../../feeds/feed-health.js';

export const PAGE_SIZES = [25, 50, 100] as const;
const DEFAULT_SIZE = 25;

/** What the address of the list of feeds says. */
export interface ListQuery extends FeedQuery {
  size: number;
}

export const KINDS: readonly FeedKind[] = ['feed', 'page', 'changes', ...KEYWORD_MODES];
const HEALTHS: readonly Health[] = ['ok', 'failing', 'inactive'];
export const STATES = ['paused', 'drifted'] as const;
export type State = (typeof STATES)[number];

/** Longest text of a search or a site. */
const MAX_LENGTH = 200;

/** Values that mean nothing are left out. */
export function readListQuery(given: URLSearchParams): ListQuery {
  const text = (name: string) => (given.get(name) ?? '').trim().slice(0, MAX_LENGTH);
  const show = text('show');
  const bundleId = text('bundle');
  const site = text('site');
  const tag = text('tag');
  return {
    search: text('q'),
    health: oneOf(HEALTHS, show) ?? null,
    state: oneOf(STATES, show),
    kind: oneOf(KINDS, text('kind')),
    bundleId: bundleId === '' ? undefined : bundleId,
    site: site === '' ? undefined : site,
    tag: tag === '' ? undefined : tag,
    sort: oneOf<FeedOrder>(feedOrderSchema.options, text('sort')),
    size: PAGE_SIZES.find((size) => String(size) === text('size')) ?? DEFAULT_SIZE,
  };
}

/** The query of the address, without defaults. */
export function listAddress(query: ListQuery): Record<string, string> {
  const { search, health, state, kind, bundleId, site, tag, sort, size } = query;
  const values = {
    q: search,
    show: health ?? state,
    kind,
    bundle: bundleId,
    site,
    tag,
    sort: sort === 'created' ? undefined : sort,
    size: size === DEFAULT_SIZE ? undefined : String(size),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
}

/** Whether the list leaves feeds out. */
export function isNarrowed(query: ListQuery): boolean {
  const { search, health, state, kind, bundleId, site, tag } = query;
  const others = [health ?? undefined, state, kind, bundleId, site, tag];
  return search !== '' || others.some((value) => value !== undefined);
}

function oneOf<T extends string>(known: readonly T[], given: string): T | undefined {
  return known.find((value) => value === given);
}
