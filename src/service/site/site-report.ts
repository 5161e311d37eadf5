import { withoutQuery } from '../publish/text.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import type { FeedRow } from './feed-rows.js';
import type { SeededFeed } from './item-texts.js';
import type { RefusedFeed } from './seed.js';
import type { SiteFeed } from './site-request.js';
import type { FeedState } from './site-state.js';
import type { Summary } from './summary.js';

/** `waiting`: not read yet, and not due. */
type SiteHealth = 'ok' | 'failing' | 'inactive' | 'paused' | 'waiting';

/** A feed of the site after a build. */
export interface FeedReport {
  slug: string | null;
  title: string;
  /** Address without its query string, which can be private, or the words of a search. */
  source: string;
  health: SiteHealth;
  error: { code: string; message: string } | null;
  /** Time of the first failure, in milliseconds; null if it does not fail. */
  failingSince: number | null;
  /** True if the page of the source lost its list of items. */
  isDrifted: boolean;
  /** The fetch of this build; null if the source was not due. */
  fetched: Pick<FeedOutcome, 'outcome' | 'itemsNew' | 'itemsChanged'> | null;
  summary: Summary | null;
}

/** A bundle of the site after a build. */
export interface BundleReport {
  slug: string;
  title: string;
  summary: Summary;
  /** Slugs of its feeds. */
  feeds: string[];
  /** True if its files only have its newest items; the files of its feeds have all. */
  isCut: boolean;
}

/** Reports a stored feed. */
export function feedReport(
  row: FeedRow,
  { wanted }: SeededFeed,
  facts: Pick<FeedState, 'slug' | 'summary' | 'error'> & { fetched: FeedOutcome | null },
): FeedReport {
  const { slug, summary, error, fetched } = facts;
  return {
    slug,
    title: (row.title_override ?? row.title) || sourceShown(wanted),
    source: sourceShown(wanted),
    health: healthOf(row),
    error,
    failingSince: row.failing_since,
    isDrifted: row.drift !== null,
    fetched,
    summary,
  };
}

function healthOf(row: FeedRow): SiteHealth {
  if (row.refresh_interval === 0) return 'paused';
  if (row.is_active === 0) return 'inactive';
  if (row.failures > 0) return 'failing';
  return row.poll_url === '' ? 'waiting' : 'ok';
}

/** Reports a feed whose source is not allowed. */
export function refusedReport({ wanted, error }: RefusedFeed): FeedReport {
  return {
    slug: wanted.slug ?? null,
    title: wanted.title ?? sourceShown(wanted),
    source: sourceShown(wanted),
    health: 'failing',
    error,
    failingSince: null,
    isDrifted: false,
    fetched: { outcome: 'failed', itemsNew: 0, itemsChanged: 0 },
    summary: null,
  };
}

function sourceShown({ body }: SiteFeed): string {
  return 'url' in body ? withoutQuery(body.url) : `${body.mode ?? 'keyword'}: ${body.keyword}`;
}
