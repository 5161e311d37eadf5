import { counted } from '../../../base/text.js';
import type { BuiltSite } from '../../connection/site-service.js';

type FeedReport = BuiltSite['feeds'][number];

/** True if the source could not be read in this build. */
export function hasFailed({ fetched }: FeedReport): boolean {
  return fetched?.outcome === 'failed';
}

/** True if a person should check the feed. */
export function needsAttention(feed: FeedReport): boolean {
  return (
    hasFailed(feed) || feed.health === 'failing' || feed.health === 'inactive' || feed.isDrifted
  );
}

/** The problem of a feed, in one sentence. */
export function feedProblem({ error, isDrifted }: FeedReport): string {
  const message = error?.message;
  if (message !== undefined) return message;
  return isDrifted
    ? 'The page changed, and its list of items was not found.'
    : 'It is not fetched.';
}

/** The result of a build in Markdown, for an issue. */
export function markdownReport(
  { feeds, bundles }: Pick<BuiltSite, 'feeds' | 'bundles'>,
  written: readonly string[],
): string {
  const problems = feeds.filter(needsAttention);
  const news = feeds.filter(({ fetched }) => (fetched?.itemsNew ?? 0) > 0);
  const title =
    problems.length === 0
      ? `All ${feeds.length} feeds are fine`
      : `${problems.length} of ${feeds.length} feeds need attention`;
  return [
    `## ${title}`,
    '',
    ...(problems.length === 0 ? [] : problemTable(problems)),
    ...(news.length === 0 ? ['No new items.', ''] : newsTable(news)),
    `${counted(feeds.length, 'feed')}, ${counted(bundles.length, 'bundle')}, ${counted(written.length, 'file')} written.`,
    '',
  ].join('\n');
}

function problemTable(problems: readonly FeedReport[]): string[] {
  return [
    '| Feed | Source | Failing since | Problem |',
    '|---|---|---|---|',
    ...problems.map((feed) => {
      const since = feed.failingSince === null ? '' : new Date(feed.failingSince).toISOString();
      const cells = [feed.title, feed.source, since.slice(0, 10), feedProblem(feed)];
      return `| ${cells.map(cell).join(' | ')} |`;
    }),
    '',
    'The published files keep the last items of these feeds.',
    '',
  ];
}

function newsTable(news: readonly FeedReport[]): string[] {
  return [
    '| Feed | New | Changed |',
    '|---|---:|---:|',
    ...news.map(({ title, fetched }) => {
      return `| ${cell(title)} | ${fetched?.itemsNew ?? 0} | ${fetched?.itemsChanged ?? 0} |`;
    }),
    '',
  ];
}

/** Escapes remote text: no markup, no mentions, one line. */
function cell(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.replace(/[\\`*_{}[\]()<>#+!|~&@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
