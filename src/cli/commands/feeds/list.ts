import { foldText } from '../../../base/fold-text.js';
import type {
  FeedClient,
  FeedSummary,
  ListFeedsQuery,
  ListOptions,
  Rows,
} from '../../../client/index.js';
import { CliError, choice, flag, type OptionValues, text } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';
import {
  FEED_SUMMARY_SAMPLE,
  FEEDS_VIEW,
  PAGE_EXCLUDES,
  pageOptions,
  printList,
  wantedRows,
} from '../base/index.js';
import { FEED_SUMMARY_MORE } from '../base/more-output.js';

/** Fields that a feedctl service adds to each feed of a list. */
const HEALTH_SAMPLE = {
  health: 'ok',
  last_fetched_at: '2026-01-31T09:00:00.000Z',
  last_error: null,
  failing_since: null,
  last_item_at: '2026-01-31T08:30:00.000Z',
  next_fetch_at: '2026-01-31T09:12:00.000Z',
  next_fetch_reason: 'rhythm',
};

const HEALTH_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: columns(
    'id:1 title:2 health:3 last_fetched_at:5 last_item_at:4 last_error:6 failing_since:7',
  ),
};

/** Filters and order of the list. */
type FeedFilter = Pick<ListFeedsQuery, 'search' | 'sort' | 'health'>;

const filterOptions = {
  search: text('TEXT', 'only feeds with this text in the title or source address'),
  sort: choice(['created', 'title', 'last-item', 'health'], 'ORDER', 'sort order of the list'),
  failing: flag('only feeds whose last fetch failed'),
  inactive: flag('only feeds that the service no longer fetches'),
};

export const list = defineVerb({
  name: 'list',
  summary: 'List the feeds of the account',
  description: `
    Lists the feeds of the account, newest first: 100 unless --limit or --all is given. When there
    may be more, a line on standard error prints the command for the rest. A feedctl service applies
    --search, --sort, --failing and --inactive itself; for other services, the command reads all
    feeds and filters them. Filters that need data such a service does not report (failures, dates
    of the newest items) exit with 5.
  `,
  options: { ...filterOptions, ...pageOptions('feeds') },
  excludes: PAGE_EXCLUDES,
  suggestFlag: (word) => ['--search', word],
  examples: {
    'feedctl feeds list': 'List the newest feeds',
    'feedctl feeds list --search reef --sort title': 'Find feeds by a word',
    'feedctl feeds list --failing --inactive': 'List broken feeds with the reason',
    'feedctl feeds list --sort last-item --all': 'List all feeds, the most recently updated first',
    'feedctl feeds list --all -o jsonl': 'Print all of them, one JSON object per line',
    'feedctl feeds list --fields id,health,last_fetched_at': 'Print only some fields',
  },
  output: [{ ...FEED_SUMMARY_SAMPLE, ...HEALTH_SAMPLE }],
  moreOutput: () => FEED_SUMMARY_MORE,
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, { limit, offset, all, ...options }) {
    const page = { limit: wantedRows({ limit, all }), offset };
    const client = await context.client();
    const filter = filterOf(options);
    const isPlain = Object.keys(filter).length === 0;
    const inService = isPlain || (await understandsFilters(client));
    const isAboutHealth = filter.health !== undefined || /health|item/.test(filter.sort ?? '');
    await printList(context, {
      view: inService && isAboutHealth ? HEALTH_VIEW : FEEDS_VIEW,
      empty: emptyNote(filter),
      rows: inService
        ? client.feeds({ ...filter, ...page })
        : await context.during('Reading feeds', () => filtered(client, filter, page)),
      ...page,
    });
  },
});

function filterOf({
  search,
  sort,
  failing,
  inactive,
}: OptionValues<typeof filterOptions>): FeedFilter {
  const health = failing ? (inactive ? 'unhealthy' : 'failing') : 'inactive';
  return {
    ...(search !== undefined && { search }),
    ...(sort !== undefined && { sort: sort === 'last-item' ? 'last_item' : sort }),
    ...((failing || inactive) && { health }),
  };
}

const KINDS = {
  ok: 'healthy ',
  failing: 'failing ',
  inactive: 'inactive ',
  unhealthy: 'failing or inactive ',
};

function emptyNote({ search, health }: FeedFilter): string {
  const kind = health === undefined ? '' : KINDS[health];
  if (search !== undefined) return `No ${kind}feed has "${search}" in its title or source address.`;
  if (health !== undefined) return `No ${kind}feeds.`;
  return 'No feeds yet. Create one: feedctl feeds create https://example.com/news';
}

/** True if the service filters and sorts lists itself; its feeds then report their health. */
async function understandsFilters(client: FeedClient): Promise<boolean> {
  const [first] = await client.listFeeds({ limit: 1 });
  if (client.service.version === null) return false;
  return first === undefined || first.health !== undefined;
}

/** Data that only a feedctl service reports, by filter, and what to do instead. */
function unreported({ sort, health }: FeedFilter): [what: string, instead: string] | undefined {
  if (health !== undefined && health !== 'inactive') {
    return ['which feeds are failing', 'feedctl health'];
  }
  if (sort === 'health') return ['the health of feeds', 'feedctl health'];
  if (sort !== 'last_item') return undefined;
  return ['the date of the newest item in a list of feeds', 'feedctl feeds list --sort title'];
}

/**
 * Filters and sorts in this process, for services that cannot. Reads the whole list first.
 * @throws {CliError} for filters that need data the service does not report
 */
async function filtered(
  client: FeedClient,
  filter: FeedFilter,
  { limit = Number.POSITIVE_INFINITY, offset = 0 }: ListOptions,
): Promise<Rows<FeedSummary>> {
  const [what, instead] = unreported(filter) ?? [];
  if (what !== undefined) {
    throw new CliError(`This service does not report ${what}.`, {
      exitCode: 5,
      code: 'UNSUPPORTED',
      hint: `Run instead: ${instead}`,
    });
  }
  const feeds = client.feeds();
  const found: FeedSummary[] = [];
  for await (const feed of feeds) if (fits(feed, filter)) found.push(feed);
  if (filter.sort === 'title') found.sort(byTitle);
  return {
    shifted: feeds.shifted,
    total: found.length,
    more: found.length > offset + limit,
    async *[Symbol.asyncIterator]() {
      yield* found.slice(offset, offset + limit);
    },
  };
}

function fits(feed: FeedSummary, { search = '', health }: FeedFilter): boolean {
  if (health === 'inactive' && feed.is_active) return false;
  const wanted = foldText(search);
  return [feed.title, feed.source_url].some((text) => foldText(text).includes(wanted));
}

function byTitle(a: FeedSummary, b: FeedSummary): number {
  const [left, right] = [a.title.toLowerCase(), b.title.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}
