import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { printList } from '../base/index.js';
import { type FeedFilter, filterFeeds, understandsFilters } from './filter-feeds.js';

interface FeedListOptions {
  search: string | undefined;
  sort: 'created' | 'title' | 'last-item' | 'health' | undefined;
  failing: boolean;
  inactive: boolean;
  limit: number | undefined;
  offset: number | undefined;
}

const HEALTH_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: columns(
    'id:1 title:2 health:3 last_fetched_at:5 last_item_at:4 last_error:6 failing_since:7',
  ),
};

/** Prints the selected feeds; includes health when filtered or sorted by it. */
export async function runList(
  context: Context,
  options: FeedListOptions,
  plainView: View,
): Promise<void> {
  const { limit, offset } = options;
  const page = { limit, offset };
  const client = await context.client();
  const filter = filterOf(options);
  const isPlain = Object.keys(filter).length === 0;
  const inService = isPlain || (await understandsFilters(client));
  const rows = inService ? client.feeds({ ...filter, ...page }) : filterFeeds(client, filter, page);
  const isAboutHealth = filter.health !== undefined || /health|item/.test(filter.sort ?? '');
  await printList(context, {
    command: ['feeds', 'list', ...wordsOf(options)],
    view: inService && isAboutHealth ? HEALTH_VIEW : plainView,
    empty: emptyNote(filter),
    rows,
    ...page,
  });
}

function filterOf({ search, sort, failing, inactive }: FeedListOptions): FeedFilter {
  const health = failing ? (inactive ? 'unhealthy' : 'failing') : 'inactive';
  return {
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort: sort === 'last-item' ? 'last_item' : sort }),
    ...(failing || inactive ? { health } : {}),
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

/** The options as typed, for the command that prints the rest. */
function wordsOf({ search, sort, failing, inactive }: FeedListOptions): string[] {
  return [
    ...(search === undefined ? [] : ['--search', search]),
    ...(sort === undefined ? [] : ['--sort', sort]),
    ...(failing ? ['--failing'] : []),
    ...(inactive ? ['--inactive'] : []),
  ];
}
