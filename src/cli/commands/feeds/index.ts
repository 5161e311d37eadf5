import type { FeedClient, UpdateSourceAccess } from '../../../client/index.js';
import { isBundleId } from '../../../contract/ids.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { cookiesOf, resolveAccess } from '../../bulk/resolve-access.js';
import { one, text, withScheme } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import { defineVerb, lazyVerb, type Noun } from '../../verbs/verb.js';
import { accessChanges } from '../base/access.js';
import {
  changeOptions,
  defineDelete,
  defineUpdate,
  FEED_OPTION_GROUPS,
  FEED_SAMPLE,
  FEED_SUMMARY_SAMPLE,
  FEED_VIEW,
  FEEDS_VIEW,
  FILTERS_NOTE,
  feedView,
  noRefreshOption,
  readFields,
  sortOption,
  withFilters,
} from '../base/index.js';
import { FEED_MORE, FEED_SUMMARY_MORE } from '../base/more-output.js';
import { refreshDue } from '../base/refresh-due.js';
import { requireOwnService, sendChanges } from '../base/send-changes.js';
import { showBundle } from '../base/show-bundle.js';
import { backfill, backfillOptions, olderItems, requireBackfill } from './backfill.js';
import { create } from './create.js';
import { edit } from './edit.js';
import { history } from './history.js';
import { list } from './list.js';
import { pause, resume } from './switch.js';

export const get = defineVerb({
  name: 'get',
  summary: 'Show one feed with its items',
  description:
    'Shows one feed with all its current items, the time of its next fetch and the reason for it. Also accepts the name or id ("_…") of a bundle.',
  arguments: { id: one('ID', 'the feed to show: id, title or source') },
  options: { sort: sortOption, noRefresh: noRefreshOption },
  examples: {
    'feedctl feeds get a1B2c3D4e5F6g7H8': 'Show a feed and its items',
    "feedctl feeds get 'Example News'": 'Show a feed by its title',
    'feedctl feeds get a1B2c3D4e5F6g7H8 --json --fields title,items.url': 'Print only some fields',
  },
  output: FEED_SAMPLE,
  moreOutput: () => FEED_MORE,
  exitCodes: [3, 4, 6, 7],
  async run(context, { id: typed }, { sort, noRefresh }) {
    const id = await resolveName(context, typed, { of: 'either', verb: 'get', reads: true });
    const client = await context.client();
    if (!noRefresh) await refreshDue(context, id);
    if (isBundleId(id)) {
      await context.notes.note(`${id} is a bundle. Showing: feedctl bundles get ${id}`);
      await showBundle(context, id, sort);
      return undefined;
    }
    const feed = await context.during('Reading the feed', () => client.getFeed(id, { sort }));
    await context.output.record(feed, withFilters(feedView(feed), feed));
  },
});

export const update = defineUpdate({
  one: 'feed',
  summary: 'Change the source, title or settings of a feed',
  description:
    'Changes what is given, and keeps the rest. A title, description or icon that is set is no longer overridden by the source. Filters apply to stored items at once.',
  details: `
    --url gives the feed another address: id, published address and items stay, posts that both
    addresses have stay the same items, and no event is sent for the others; when the new address
    cannot be read, the feed does not change.

    --select fetches the page at once with new selectors and replaces the items of the feed; when
    they match nothing, the feed does not change. --header, --cookie, --basic-auth, --user-agent and
    --source-proxy change what is sent to the source from the next fetch on; the value none removes
    one.

    --render and --step change how the page is opened from the next fetch on; --step "" removes the
    steps; --render always requires that the operator has set FEEDCTL_BROWSER. --backfill N and
    --backfill-since DATE store older items from the archives or further pages of the source (RFC
    5005, JSON Feed, WordPress, rel=next), with at most 50 requests and without events. --every and
    --quiet-hours set when a feedctl service fetches the feed. ${FILTERS_NOTE}
  `,
  common: [
    ...['url', 'title', 'every', 'quietHours', 'timeZone', 'include', 'exclude', 'fullText'],
    ...['select', 'icon'],
  ],
  groups: FEED_OPTION_GROUPS,
  fields: {
    url: text('URL', 'new address of the source'),
    ...changeOptions(FEED_FIELDS, 'metadata', 'settings'),
    ...backfillOptions,
  },
  view: FEED_VIEW,
  rows: FEEDS_VIEW,
  sample: FEED_SUMMARY_SAMPLE,
  more: () => FEED_SUMMARY_MORE,
  examples: {
    "feedctl feeds update a1B2c3D4e5F6g7H8 --title 'Example News'": 'Change the title of a feed',
    'feedctl feeds update a1B2c3D4e5F6g7H8 --url https://example.org/feed.xml':
      'Follow a source to its new address',
    "feedctl feeds update a1B2c3D4e5F6g7H8 --select items='ul.news > li'":
      'Select other items of its page',
    'feedctl feeds update a1B2c3D4e5F6g7H8 --every 15m': 'Fetch it every 15 minutes',
    'feedctl feeds update a1B2c3D4e5F6g7H8 --quiet-hours 22:00-06:00 --time-zone Europe/Berlin':
      'Fetch nothing at night',
    "feedctl feeds update a1B2c3D4e5F6g7H8 --header 'Authorization: env:EXAMPLE_TOKEN'":
      'Replace a secret of its source',
    'feedctl feeds update a1B2c3D4e5F6g7H8 --exclude sponsored --exclude \'title:"live blog"\'':
      'Hide items',
    'feedctl feeds update a1B2c3D4e5F6g7H8 --include "" --exclude ""': 'Remove the filters',
    'feedctl feeds update a1B2c3D4e5F6g7H8 --backfill-since 2026-01-01': 'Store older posts, too',
  },
  async prepare(context, { url, ...typed }) {
    const values = readFields(FEED_FIELDS, typed);
    const older = olderItems(typed);
    const changes = accessChanges(typed);
    const source = typeof url === 'string' ? (withScheme(url) ?? url) : undefined;
    const access = changes && (await resolveAccess(context, changes, { source }));
    return async (client, id) => {
      await requireOwnService(client, values);
      if (older !== undefined) await requireBackfill(client);
      const { feed, note } = await sendChanges(client, id, values, {
        ...(access && { access: await forFeed(access, client, id) }),
        ...(source !== undefined && { url: source }),
      });
      if (note !== null) await context.notes.note(note);
      if (older !== undefined) await backfill(context, client, id, older);
      return feed ?? client.updateFeed(id, {});
    };
  },
});

/**
 * A browser's cookies.txt has the cookies of many sites; without an address, those for the feed's
 * source are sent.
 */
async function forFeed(
  access: UpdateSourceAccess,
  client: FeedClient,
  id: string,
): Promise<UpdateSourceAccess> {
  if (!access.cookie) return access;
  const source = async () => (await client.getFeed(id)).source_url;
  return { ...access, cookie: await cookiesOf(access.cookie, source) };
}

const deleteFeeds = defineDelete({
  one: 'feed',
  consequence: 'Their published addresses stop working and they are removed from their bundles.',
  exampleIds: ['a1B2c3D4e5F6g7H8', 'h8G7f6E5d4C3b2A1'],
  send: (client, id) => client.deleteFeed(id),
});

export const feeds: Noun = {
  name: 'feeds',
  summary: 'Create, list, change and delete feeds',
  members: [
    lazyVerb('create', 'Create a feed from an address, a keyword or a headline', () => create),
    list,
    get,
    lazyVerb('history', 'Show the latest fetches of a feed', () => history),
    update,
    lazyVerb('edit', 'Edit a feed in your editor', () => edit),
    lazyVerb('pause', 'Stop fetching feeds', () => pause),
    lazyVerb('resume', 'Fetch paused feeds again', () => resume),
    deleteFeeds,
  ],
};
