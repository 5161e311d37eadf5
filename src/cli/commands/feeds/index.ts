import { FEED_FIELDS } from '../../../resources/feed.js';
import { choice, flag, one, text } from '../../kit/index.js';
import { withScheme } from '../../kit/with-scheme.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
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
  pageOptions,
  sortOption,
  wantedRows,
  withFilters,
} from '../base/index.js';
import { create } from './create.js';
import { history } from './history.js';
import { pause, resume } from './switch.js';

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

export const list = defineVerb({
  name: 'list',
  summary: 'List the feeds of the account',
  description:
    'Lists the feeds of the account, newest first: 100 unless --limit or --all is given. When there may be more, a line on standard error prints the command for the rest. A feedctl service applies --search, --sort, --failing and --inactive itself; for other services, the command reads all feeds and filters them. Filters that need data such a service does not report (failures, dates of the newest items) exit with 5.',
  options: {
    search: text('TEXT', 'only feeds with this text in the title or source address'),
    sort: choice(['created', 'title', 'last-item', 'health'], 'ORDER', 'sort order of the list'),
    failing: flag('only feeds whose last fetch failed'),
    inactive: flag('only feeds that the service no longer fetches'),
    ...pageOptions('feeds'),
  },
  examples: {
    'feedctl feeds list': 'List the newest feeds',
    'feedctl feeds list --search reef --sort title': 'Find feeds by a word',
    'feedctl feeds list --failing --inactive': 'List broken feeds with the reason',
    'feedctl feeds list --sort last-item --all': 'List all feeds, the most recently updated first',
    'feedctl feeds list --all -o jsonl': 'Print all of them, one JSON object per line',
    'feedctl feeds list --fields id,health,last_fetched_at': 'Print only some fields',
  },
  output: [{ ...FEED_SUMMARY_SAMPLE, ...HEALTH_SAMPLE }],
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, { limit, offset, all, ...filter }) {
    const page = { limit: wantedRows({ limit, all }), offset };
    const { runList } = await import('./run-list.js');
    await runList(context, { ...page, ...filter }, FEEDS_VIEW);
  },
});

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
  exitCodes: [3, 4, 6, 7],
  async run(context, { id: typed }, { sort, noRefresh }) {
    const { isBundleId } = await import('../../lookup/ids.js');
    const { resolveName } = await import('../../lookup/resolve-names.js');
    const id = await resolveName(context, typed, { of: 'either', verb: 'get', reads: true });
    const client = await context.client();
    if (!noRefresh) {
      const { freshen } = await import('../base/freshen.js');
      await freshen(context, id);
    }
    if (isBundleId(id)) {
      await context.notes.note(`${id} is a bundle. Showing: feedctl bundles get ${id}`);
      const { showBundle } = await import('../base/show-bundle.js');
      await showBundle(context, id, sort);
      return undefined;
    }
    const feed = await context.during('Reading the feed', () => client.getFeed(id, { sort }));
    await context.output.record(feed, withFilters(feedView(feed), feed));
  },
});

export const update = defineUpdate({
  noun: 'feeds',
  one: 'feed',
  description:
    'Changes what is given, and keeps the rest. A title, description or icon that is set is no longer overridden by the source. Filters apply to stored items at once.',
  details: `--url gives the feed another address: id, published address and items stay, posts that both addresses have stay the same items, and no event is sent for the others; when the new address cannot be read, the feed does not change. --select fetches the page at once with new selectors and replaces the items of the feed; when they match nothing, the feed does not change. --header, --cookie, --basic-auth, --user-agent and --source-proxy change what is sent to the source from the next fetch on; the value none removes one. --render and --step change how the page is opened from the next fetch on; --step "" removes the steps. --every and --quiet-hours set when a feedctl service fetches the feed. ${FILTERS_NOTE}`,
  common: [
    'url',
    'title',
    'every',
    'quietHours',
    'timeZone',
    'include',
    'exclude',
    'fullText',
    'select',
    'icon',
  ],
  groups: FEED_OPTION_GROUPS,
  fields: {
    url: text('URL', 'new address of the source'),
    ...changeOptions(FEED_FIELDS, 'metadata', 'settings'),
  },
  view: FEED_VIEW,
  rows: FEEDS_VIEW,
  sample: FEED_SUMMARY_SAMPLE,
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
  },
  async prepare(context, { url, ...typed }) {
    const { readFields, requireOwnService, sendChanges } = await import('../base/read-fields.js');
    const values = readFields(FEED_FIELDS, typed);
    const { accessChanges } = await import('../base/access-flags.js');
    const changes = accessChanges(typed);
    const { resolveAccess } = await import('../../bulk/resolve-access.js');
    const access = changes === undefined ? undefined : await resolveAccess(context, changes);
    return async (client, id) => {
      await requireOwnService(client, values);
      const { feed, note } = await sendChanges(client, id, values, {
        ...(access && { access }),
        ...(typeof url === 'string' && { url: withScheme(url) ?? url }),
      });
      if (note !== null) await context.notes.note(note);
      return feed ?? client.updateFeed(id, {});
    };
  },
});

export const deleteFeeds = defineDelete({
  noun: 'feeds',
  one: 'feed',
  many: 'feeds',
  consequence: 'Their published addresses stop working and they are removed from their bundles.',
  exampleIds: ['a1B2c3D4e5F6g7H8', 'h8G7f6E5d4C3b2A1'],
  send: (client, id) => client.deleteFeed(id),
});

export const feeds: Noun = {
  name: 'feeds',
  summary: 'Create, list, change and delete feeds',
  members: [create, list, get, history, update, pause, resume, deleteFeeds],
};
