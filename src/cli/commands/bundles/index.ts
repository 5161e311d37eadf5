import type { BundleSummary, FeedClient } from '../../../client/index.js';
import { BUNDLE_FIELDS } from '../../../resources/bundle.js';
import { each, type Outcome, throwFailures } from '../../bulk/each.js';
import { makeBundle } from '../../bulk/make-bundle.js';
import { expandIds } from '../../bulk/read-input.js';
import { many, one, texts, UsageError } from '../../kit/index.js';
import {
  checkSort,
  type NameRequest,
  resolveIds,
  resolveName,
} from '../../lookup/resolve-names.js';
import type { BundleValues } from '../../sources/model.js';
import { defineVerb, type Examples, type Noun, type Verb } from '../../verbs/verb.js';
import {
  BUNDLE_SAMPLE,
  BUNDLE_SUMMARY_SAMPLE,
  BUNDLE_VIEW,
  BUNDLES_VIEW,
  changeOptions,
  defineDelete,
  defineList,
  defineUpdate,
  FILTERS_NOTE,
  newFieldOptions,
  noRefreshOption,
  readFields,
  sortOption,
  withFilters,
} from '../base/index.js';
import { BUNDLE_SUMMARY_MORE, ITEM_MORE } from '../base/more-output.js';
import { refreshDue } from '../base/refresh-due.js';
import { requireOwnService } from '../base/send-changes.js';
import { showBundle } from '../base/show-bundle.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Create a bundle of feeds',
  description:
    'Creates a bundle: a name and feeds whose items share one combined RSS address. With --include or --exclude it shows only some of their items; a bundle of one feed is a filtered view of that feed. A bundle of all feeds also has those that are created later.',
  options: {
    ...newFieldOptions(BUNDLE_FIELDS),
    feed: texts('ID', 'a feed to add'),
  },
  excludes: { allFeeds: ['feed'] },
  suggestFlag: (word, { index, given }) => [
    index === 0 && !given.some((each) => each.startsWith('--name')) ? '--name' : '--feed',
    word,
  ],
  examples: {
    'feedctl bundles create --name Mornings': 'Create an empty bundle',
    'feedctl bundles create --name Mornings --feed a1B2c3D4e5F6g7H8 --feed h8G7f6E5d4C3b2A1':
      'Create a bundle of two feeds',
    'feedctl bundles create --name Budget --feed a1B2c3D4e5F6g7H8 --include budget':
      'Create a filtered view of a feed',
    'feedctl bundles create --name Budget --all-feeds --include budget':
      'Publish what all feeds say of a subject',
  },
  output: BUNDLE_SUMMARY_SAMPLE,
  moreOutput: () => BUNDLE_SUMMARY_MORE,
  reports: true,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, _args, { feed, ...typed }) {
    const { name, ...values } = readFields(BUNDLE_FIELDS, typed) as BundleValues & {
      name?: string;
    };
    if (name === undefined) {
      throw new UsageError('A bundle needs a name.', {
        hint: 'For example: feedctl bundles create --name Mornings',
      });
    }
    const feeds = await resolveIds(context, feed, { of: 'feeds', verb: 'get' });
    const client = await context.client({ creates: true });
    await requireOwnService(client, values);
    const bundle = await context.during('Creating the bundle', () =>
      makeBundle(client, { name, feeds, ...values }, { signal: context.signal }),
    );
    await context.output.record(bundle, withFilters(BUNDLE_VIEW, bundle));
  },
});

export const get = defineVerb({
  name: 'get',
  summary: 'Show one bundle with the items of its feeds',
  description:
    'Shows one bundle: its members and their newest 500 items; feedctl items ID shows all.',
  arguments: { id: one('ID', 'the bundle to show: id or name') },
  options: { sort: sortOption, noRefresh: noRefreshOption },
  examples: {
    'feedctl bundles get _a1B2c3D4e5F6g7H8': 'Show a bundle and its items',
    'feedctl bundles get _a1B2c3D4e5F6g7H8 --json --fields feeds': 'Print only the members',
  },
  output: BUNDLE_SAMPLE,
  moreOutput: () => ({ ...BUNDLE_SUMMARY_MORE, items: ITEM_MORE }),
  exitCodes: [3, 4, 6, 7],
  async run(context, { id: typed }, { sort, noRefresh }) {
    const id = await resolveName(context, typed, { of: 'bundles', verb: 'get', reads: true });
    if (!noRefresh) {
      await refreshDue(context, id);
    }
    await showBundle(context, id, sort);
  },
});

export const update = defineUpdate({
  one: 'bundle',
  summary: 'Change the name, icon or filters of a bundle',
  description: `Changes the name, description, icon or filters of a bundle, and whether it has all feeds. To change its members: bundles add and bundles remove. ${FILTERS_NOTE}`,
  fields: changeOptions(BUNDLE_FIELDS, 'metadata'),
  view: BUNDLE_VIEW,
  sample: BUNDLE_SUMMARY_SAMPLE,
  more: () => BUNDLE_SUMMARY_MORE,
  examples: {
    "feedctl bundles update _a1B2c3D4e5F6g7H8 --name 'Mornings'": 'Rename a bundle',
    'feedctl bundles update _a1B2c3D4e5F6g7H8 --exclude tag:sport': 'Hide items',
  },
  async prepare(_, typed) {
    const values = readFields(BUNDLE_FIELDS, typed);
    return async (client, id) => {
      await requireOwnService(client, values);
      return client.updateBundle(id, values);
    };
  },
});

const deleteBundles = defineDelete({
  one: 'bundle',
  consequence: 'Their combined addresses stop working. Their feeds are kept.',
  exampleIds: ['_a1B2c3D4e5F6g7H8', '_h8G7f6E5d4C3b2A1'],
  send: (client, id) => client.deleteBundle(id),
});

export const list = defineList({
  noun: 'bundles',
  owner: 'the account',
  view: BUNDLES_VIEW,
  sample: BUNDLE_SUMMARY_SAMPLE,
  more: () => BUNDLE_SUMMARY_MORE,
  fields: 'id,rss_feed_url',
  whenEmpty: 'Create one: feedctl bundles create --name Mornings',
  read: (client, options) => client.bundles(options),
});

interface MembersDefinition {
  name: string;
  summary: string;
  description: string;
  /** `added` or `removed`, for the message about failures. */
  done: string;
  examples: Examples;
  send(client: FeedClient, bundle: string, feed: string): Promise<BundleSummary>;
}

/** `bundles add` and `bundles remove`: one request per feed, then prints the resulting bundle. */
function defineMembers({ done, send, ...facts }: MembersDefinition): Verb {
  return defineVerb({
    ...facts,
    arguments: {
      bundle: one('BUNDLE', 'the bundle: id or name'),
      feeds: many('FEED', 'feeds to add or remove; - reads ids from standard input'),
    },
    output: BUNDLE_SUMMARY_SAMPLE,
    reports: true,
    exitCodes: [3, 4, 5, 6, 7, 8],
    async run(context, typed) {
      const feedRequest: NameRequest = { of: 'feeds', verb: 'get' };
      checkSort(typed.feeds, feedRequest);
      const bundle = await resolveName(context, typed.bundle, { of: 'bundles', verb: 'get' });
      const given = await expandIds(context, typed.feeds);
      const feeds = await resolveIds(context, given, feedRequest);
      const client = await context.client();
      const outcomes: Outcome<BundleSummary>[] = [];
      await context.during('Changing the bundle', async () => {
        for await (const outcome of each(feeds, (feed) => send(client, bundle, feed))) {
          outcomes.push(outcome);
        }
      });
      const last = outcomes.findLast((outcome) => 'value' in outcome);
      if (last !== undefined) await context.output.record(last.value, BUNDLE_VIEW);
      throwFailures(outcomes, { done, many: 'feeds' });
    },
  });
}

export const add = defineMembers({
  name: 'add',
  summary: 'Add feeds to a bundle',
  description:
    'Adds feeds to a bundle and shows the bundle. Feeds that are already members are not added twice.',
  done: 'added',
  examples: {
    'feedctl bundles add _a1B2c3D4e5F6g7H8 a1B2c3D4e5F6g7H8': 'Add a feed',
  },
  send: (client, bundle, feed) => client.addFeedToBundle(bundle, feed),
});

export const remove = defineMembers({
  name: 'remove',
  summary: 'Remove feeds from a bundle',
  description: 'Removes feeds from a bundle and shows the bundle. The feeds are not deleted.',
  done: 'removed',
  examples: {
    'feedctl bundles remove _a1B2c3D4e5F6g7H8 a1B2c3D4e5F6g7H8': 'Remove a feed',
  },
  send: (client, bundle, feed) => client.removeFeedFromBundle(bundle, feed),
});

export const bundles: Noun = {
  name: 'bundles',
  summary: 'Group feeds under one combined address',
  members: [create, list, get, update, deleteBundles, add, remove],
};
