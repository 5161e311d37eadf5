import type { Insertable } from 'kysely';
import type { Account } from '../accounts/account.js';
import { newFeedId } from '../core/ids.js';
import { NO_SETTINGS, PUBLISHED_SETTINGS, settingCells } from '../feeds/setting-columns.js';
import { sourceColumns } from '../feeds/source-columns.js';
import { checkFilters } from '../filters/check-filters.js';
import { filtersColumn } from '../filters/stored-filters.js';
import type { Source } from '../sources/source-reader.js';
import type { Database, RowOf } from '../store/schema.js';
import type { SiteFeed } from './site-request.js';
import type { Cells } from './site-state.js';

export type FeedRow = RowOf<'feeds'>;
export type NewFeedRow = Insertable<Database['feeds']>;

/** Columns of a feed that a build stores. Secrets are not stored: the owner's file has them. */
export const KEPT_COLUMNS = [
  'id',
  ...(['selectors', 'read_from'] as const),
  ...(['title', 'description', 'icon', 'language', 'podcast_xml', 'site_url'] as const),
  ...(['title_override', 'description_override', 'icon_override'] as const),
  'filters',
  ...PUBLISHED_SETTINGS,
  ...(['poll_url', 'poll_domain', 'etag', 'last_modified', 'body_hash'] as const),
  ...(['origin', 'document_total', 'rule', 'drift', 'schedule_hints', 'fresh_until'] as const),
  ...(['item_dates', 'last_batch_at', 'rhythm'] as const),
  ...(['is_active', 'inactive_reason', 'failures', 'failing_since', 'gone_answers'] as const),
  ...(['last_error', 'next_refresh_at', 'refresh_reason', 'last_refreshed_at'] as const),
  ...(['refresh_count', 'not_modified', 'document_at', 'suspended_at'] as const),
  ...(['created_at', 'updated_at', 'revision'] as const),
] as const satisfies readonly (keyof Database['feeds'])[];

/** Columns that the owner sets and readers see. */
const SHOWN_CHOICES = [
  'title_override',
  'description_override',
  'icon_override',
  'filters',
  ...PUBLISHED_SETTINGS,
] as const;

/** The kept columns of a row; null is left out. */
export function keptColumns(row: FeedRow): Cells {
  return Object.fromEntries(
    KEPT_COLUMNS.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]])),
  );
}

/** The row of a feed: what its owner wants now, over what the last build stored. */
export async function feedRow(
  wanted: SiteFeed,
  source: Source,
  kept: Cells | null,
  { account, now }: { account: Account; now: number },
): Promise<NewFeedRow> {
  const chosen = await chosenColumns(wanted, source);
  const row: NewFeedRow = {
    ...unreadRow(account, source, now),
    ...onlyKept(kept ?? {}),
    ...chosen,
  };
  if (kept === null) return row;
  const isShownAnew = SHOWN_CHOICES.some((name) => (row[name] ?? null) !== (kept[name] ?? null));
  const isReadAnew =
    (row.selectors ?? null) !== (kept.selectors ?? null) || row.read_from !== kept.read_from;
  return {
    ...row,
    ...(isShownAnew ? { revision: row.revision + 1, updated_at: now } : {}),
    ...(isReadAnew ? UNREAD : {}),
  };
}

/** Values that make the next fetch resolve the source as if for the first time. */
export const UNREAD = {
  poll_url: '',
  poll_domain: null,
  etag: null,
  last_modified: null,
  body_hash: null,
  rule: null,
  drift: null,
  is_active: 1,
} as const;

/** A feed whose source was not read yet. */
function unreadRow(account: Account, source: Source, now: number): NewFeedRow {
  return {
    id: newFeedId(),
    account_id: account.id,
    ...sourceColumns(source),
    ...UNREAD,
    title: '',
    description: '',
    icon: '',
    origin: 'feed',
    schedule_hints: JSON.stringify({ minIntervalMs: null, skipHours: [], skipDays: [] }),
    last_batch_at: 0,
    next_refresh_at: now,
    last_refreshed_at: now,
    failures: 0,
    gone_answers: 0,
    not_modified: 0,
    document_at: 0,
    created_at: now,
    updated_at: now,
    revision: 1,
  };
}

async function chosenColumns(
  { body, title, description, icon, settings }: SiteFeed,
  source: Source,
) {
  return {
    ...sourceColumns(source),
    title_override: title ?? null,
    description_override: description ?? null,
    icon_override: icon ?? null,
    filters: filtersColumn(await checkFilters(body.filters ?? null)),
    ...NO_SETTINGS,
    ...settingCells(settings),
  };
}

/** Drops unknown columns, because a state file may come from another version. */
function onlyKept(cells: Cells): Partial<NewFeedRow> {
  const known = new Set<string>(KEPT_COLUMNS);
  return Object.fromEntries(Object.entries(cells).filter(([name]) => known.has(name)));
}
