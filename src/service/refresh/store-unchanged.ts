import { registrableDomain } from '../core/registrable-domain.js';
import type { ScheduleHints } from '../core/source-document.js';
import type { SourceReading } from '../sources/source-reader.js';
import type { ClaimedFeed } from './claim.js';
import type { Look } from './read-source.js';
import type { RefreshDeps } from './refresh-deps.js';
import type { RefreshResult } from './refresh-result.js';
import { revalidationColumns } from './revalidation-columns.js';
import { scheduleAfterSuccess } from './schedule.js';
import { storeLook } from './store-look.js';

type Unchanged = Extract<SourceReading, { kind: 'unchanged' }>;

/** Stores that a source says what it said before: the usual case, and by far the cheapest. */
export async function storeUnchanged(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  look: Look & { reading: Unchanged },
): Promise<RefreshResult | null> {
  const { state, freshForMs } = look.reading;
  const itemDates = JSON.parse(feed.item_dates ?? '[]') as number[];
  const hints = JSON.parse(feed.schedule_hints) as ScheduleHints;
  return storeLook(deps, feed, look, {
    outcome: 'unchanged',
    columns: {
      poll_url: state.pollUrl,
      poll_domain: registrableDomain(state.pollUrl),
      etag: state.etag,
      last_modified: state.lastModified,
      body_hash: state.bodyHash,
      ...revalidationColumns(feed, look),
      ...scheduleAfterSuccess(deps, {
        now: look.now,
        itemDates,
        hints,
        freshForMs,
        interval: feed.refresh_interval,
      }),
    },
  });
}
