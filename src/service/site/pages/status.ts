import { isoTimeOrNull } from '../../core/time.js';
import type { BundleReport, FeedReport } from '../site-report.js';

/**
 * The state of each feed for programs. Contains no time of a build or a fetch, so the file changes
 * only when something happened.
 */
export function statusFile({
  feeds,
  bundles,
}: {
  feeds: readonly FeedReport[];
  bundles: readonly BundleReport[];
}): string {
  const document = {
    feeds: feeds.map(({ slug, title, source, health, error, failingSince, summary }) => ({
      slug,
      title: summary?.title ?? title,
      source,
      health,
      error,
      failing_since: isoTimeOrNull(failingSince),
      items: summary?.items ?? 0,
      newest_item_at: isoTimeOrNull(summary?.newest ?? null),
    })),
    bundles: bundles.map(({ slug, summary, feeds: members }) => ({
      slug,
      title: summary.title,
      feeds: members,
      items: summary.items,
      newest_item_at: isoTimeOrNull(summary.newest),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
