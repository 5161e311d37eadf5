import type { Selectable } from 'kysely';
import { isoTime, isoTimeOrNull } from '../core/time.js';
import type { WebhookFilter } from '../events/filters.js';
import type { WebhooksTable } from '../store/schema.js';

/** A webhook as its owner sees it: never the secret. Times are ISO 8601. */
export interface Webhook {
  id: string;
  url: string;
  /** `all`, or the id of a feed or a bundle. */
  scope: string;
  /** The feed or bundle was deleted: no more events come. */
  scope_deleted: boolean;
  include: readonly string[];
  exclude: readonly string[];
  only: 'new' | 'changed' | null;
  enabled: boolean;
  /** Why it takes no deliveries; null while it does. */
  disabled_reason: string | null;
  /** Time of the first failure since the last success; null after one. */
  failing_since: string | null;
  last_success_at: string | null;
  created_at: string;
}

/** At creation and after a rotation, and only then. */
export interface WebhookWithSecret extends Webhook {
  secret: string;
}

export const ALL_FEEDS = 'all';

export type WebhookRow = Selectable<WebhooksTable>;

export function presentWebhook(row: WebhookRow, scopeDeleted: boolean): Webhook {
  const { include, exclude, only } = JSON.parse(row.filter) as WebhookFilter;
  return {
    id: row.id,
    url: row.url,
    scope: row.scope_id ?? ALL_FEEDS,
    scope_deleted: scopeDeleted,
    include,
    exclude,
    only,
    enabled: row.disabled_reason === null,
    disabled_reason: row.disabled_reason,
    failing_since: isoTimeOrNull(row.failing_since),
    last_success_at: isoTimeOrNull(row.last_success_at),
    created_at: isoTime(row.created_at),
  };
}
