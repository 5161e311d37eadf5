import { defineVerb, one } from '../../kit/index.js';
import {
  BUNDLE_VIEW,
  FAILING_FEED_VIEW,
  FEED_SAMPLE,
  FEED_VIEW,
  noRefreshOption,
  sortOption,
} from '../base/index.js';

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
