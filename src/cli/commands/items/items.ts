import { any, flag, moment, text, UsageError, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import {
  BUNDLE_ITEM_SAMPLE,
  DROPPED_SAMPLE,
  noRefreshOption,
  resolveScopes,
  sortOption,
} from '../base/index.js';

export const items = defineVerb({
  name: 'items',
  summary: 'Show or search the items of feeds and bundles',
  description:
    'Shows all stored items of a feed, of the feeds of a bundle or, without an argument, of all feeds, newest first. Several feeds and bundles come one after the other; - reads their ids from standard input. In a bundle, an item that another feed repeats is shown once. --since keeps items published at that time or later and omits items without a date. --dropped shows the items that the filters of the feed or bundle hide, with the rule that hides each. --search finds stored items that contain all given words, in these feeds; the last added ones, 50 without --limit, newest first. While the search index is built, it waits; when the index makes no progress, the exit code is 8. It ignores case and accents; "…" finds a phrase, -word excludes, word* finds words that begin so (at least 3 letters). --json, -o csv and --fields also give attachments, tags and the other fields that only some sources have.',
  arguments: { ids: any('FEED|BUNDLE', 'feeds and bundles; none: all feeds; -: ids from a pipe') },
  options: {
    sort: sortOption,
    search: text('WORDS', 'only items that contain all these words; searches all feeds'),
    limit: wholeNumber('N', 'maximum number of items', { min: 1 }),
    dropped: flag('show the items that filters hide, with the rule'),
    noRefresh: noRefreshOption,
    since: moment(
      'TIME',
      'only items published since then: 24h, 7d, 1w, 2026-01-31 or an ISO time',
    ),
  },
  examples: {
    'feedctl items a1B2c3D4e5F6g7H8': 'Show the items as a table',
    'feedctl items --since 1h': 'Show what all feeds published in the last hour',
    'feedctl items _a1B2c3D4e5F6g7H8 --since 24h -o jsonl':
      'Print the items of a bundle, one JSON object per line',
    'feedctl items a1B2c3D4e5F6g7H8 --fields title,attachments': 'Show the files of a podcast',
    'feedctl items a1B2c3D4e5F6g7H8 --dropped': 'Show which rule hides which item',
    'feedctl items --search \'"climate report" -sport\'': 'Search the items of all feeds',
    'feedctl items a1B2c3D4e5F6g7H8 -o csv > items.csv': 'Export the items for a spreadsheet',
  },
  output: [{ ...BUNDLE_ITEM_SAMPLE, dropped_by: DROPPED_SAMPLE.dropped_by }],
  exitCodes: [3, 4, 6, 7],
  async run(context, { ids: typed }, options) {
    const { search, since, limit, dropped: isDropped } = options;
    if (search !== undefined) checkSearch(options);
    const scopes = await resolveScopes(context, typed);
    const client = await context.client();
    if (isDropped && (await client.detectService()).version === null) {
      throw new UsageError('--dropped requires a feedctl service; this service has no filters.');
    }
    // A search of everything answers at once, and does not wait for the sources of all feeds.
    if (!(options.noRefresh || (search !== undefined && typed.length === 0))) {
      const { freshen } = await import('../base/freshen.js');
      for (const scope of scopes) await freshen(context, scope);
    }
    if (search !== undefined) {
      const { printSearch } = await import('./search.js');
      await printSearch(context, { search, scopes, since, limit });
      return;
    }
    const { printItems } = await import('./print-items.js');
    await printItems(context, scopes, options);
  },
});

function checkSearch({ sort, dropped }: { sort: string | undefined; dropped: boolean }): void {
  if (sort !== undefined) {
    throw new UsageError(
      '--sort cannot be combined with --search: the newest of the last added matches come first.',
    );
  }
  if (dropped) {
    throw new UsageError('--dropped cannot be combined with --search: it finds shown items only.');
  }
}
