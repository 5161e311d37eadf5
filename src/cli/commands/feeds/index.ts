import { choice, flag, one, text } from '../../kit/index.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
import {
  BUNDLE_VIEW,
  defineDelete,
  defineUpdate,
  FAILING_FEED_VIEW,
  FEED_SAMPLE,
  FEED_SUMMARY_SAMPLE,
  FEED_VIEW,
  FEEDS_VIEW,
  iconOption,
  noRefreshOption,
  pageOptions,
  selectOption,
  sortOption,
  wantedRows,
} from '../base/index.js';
import { create } from './create.js';
import { history } from './history.js';

/** What feedctl's own service adds to each feed of a list. */
const HEALTH_SAMPLE = {
  health: 'ok',
  last_fetched_at: '2026-01-31T09:00:00.000Z',
  last_error: null,
  last_item_at: '2026-01-31T08:30:00.000Z',
};

export const list = defineVerb({
  name: 'list',
  summary: 'List the feeds of the account',
  description:
    'Lists the feeds of the account, newest first: 100 unless --limit or --all says otherwise. When there may be more, a line on standard error gives the command for the rest. --search, --sort, --failing and --inactive work in the service; for services other than feedctl’s own the command reads all feeds and chooses among them. What such a service does not tell - failures, the dates of the newest items - ends with exit code 5.',
  options: {
    search: text('TEXT', 'only feeds with this text in the title or source address'),
    sort: choice(['created', 'title', 'last-item', 'health'], 'ORDER', 'order of the list'),
    failing: flag('only feeds whose last fetch failed'),
    inactive: flag('only feeds the service has given up'),
    ...pageOptions('feeds'),
  },
  examples: [
    ['feedctl feeds list', 'See the newest feeds'],
    ['feedctl feeds list --search reef --sort title', 'Find feeds by a word'],
    ['feedctl feeds list --failing --inactive', 'Feeds that do not work, and why'],
    ['feedctl feeds list --sort last-item --all', 'Silent feeds at the end'],
    ['feedctl feeds list --all -o jsonl', 'Every one of them, a line each, as they arrive'],
    ['feedctl feeds list --fields id,health,last_fetched_at', 'Only some fields'],
  ],
  output: [{ ...FEED_SUMMARY_SAMPLE, ...HEALTH_SAMPLE }],
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, { limit, offset, all, ...filter }) {
    const page = { limit: wantedRows({ limit, all }), offset };
    const { runList } = await import('./run-list.js');
    await runList(context, { ...page, ...filter }, FEEDS_VIEW);
    return undefined;
  },
});

export const get = defineVerb({
  name: 'get',
  summary: 'Show one feed with its items',
  description:
    'Shows one feed with all of its current items. A bundle, by its name or by its id, which begins with "_", is shown in its place.',
  arguments: { id: one('ID', 'the feed to show: id, title or source') },
  options: { sort: sortOption, noRefresh: noRefreshOption },
  examples: [
    ['feedctl feeds get a1B2c3D4e5F6g7H8', 'Show a feed and its items'],
    ["feedctl feeds get 'Example News'", 'The same by its title'],
    ['feedctl feeds get a1B2c3D4e5F6g7H8 --json --fields title,items.url', 'Only some fields'],
  ],
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
      await context.notes.note(`${id} is a bundle: this is feedctl bundles get ${id}`);
      const bundle = await context.during('Reading the bundle', () =>
        client.getBundle(id, { sort }),
      );
      await context.output.record(bundle, BUNDLE_VIEW);
      return undefined;
    }
    const feed = await context.during('Reading the feed', () => client.getFeed(id, { sort }));
    await context.output.record(feed, feed.last_error == null ? FEED_VIEW : FAILING_FEED_VIEW);
    return undefined;
  },
});

export const update = defineUpdate({
  noun: 'feeds',
  one: 'feed',
  description:
    'Changes the title, description or icon of a feed; what the source says no longer replaces them. --select reads the page at once with other selectors and replaces the items of the feed by what they find; when they find nothing, the feed stays as it was. How often it is fetched: feedctl settings set ID --every 15m.',
  fields: {
    title: text('TEXT', 'new title'),
    description: text('TEXT', 'new description'),
    icon: iconOption,
    select: selectOption,
  },
  view: FEED_VIEW,
  rows: FEEDS_VIEW,
  sample: FEED_SUMMARY_SAMPLE,
  examples: [
    ["feedctl feeds update a1B2c3D4e5F6g7H8 --title 'Example News'", 'Give a feed another title'],
    [
      "feedctl feeds update a1B2c3D4e5F6g7H8 --select items='ul.news > li'",
      'Point at other items of its page',
    ],
  ],
  send: (client, id, { select, ...shown }) =>
    client.updateFeed(id, { ...shown, ...(select !== undefined && { selectors: select }) }),
});

export const deleteFeeds = defineDelete({
  noun: 'feeds',
  one: 'feed',
  many: 'feeds',
  consequence: 'Their published addresses stop working and they leave their bundles.',
  exampleIds: ['a1B2c3D4e5F6g7H8', 'h8G7f6E5d4C3b2A1'],
  send: (client, id) => client.deleteFeed(id),
});

export const feeds: Noun = {
  name: 'feeds',
  summary: 'Create, list, change and delete feeds',
  members: [create, list, get, history, update, deleteFeeds],
};
