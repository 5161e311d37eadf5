import { flag, maybe, moment, text, UsageError, wholeNumber } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import {
  BUNDLE_ITEM_SAMPLE,
  DROPPED_SAMPLE,
  DROPPED_VIEW,
  ITEMS_VIEW,
  noRefreshOption,
  sortOption,
} from '../base/index.js';

export const items = defineVerb({
  name: 'items',
  summary: 'Show or search the items of feeds and bundles',
  description:
    'Shows the items of a feed, or of all feeds of a bundle, newest first. --since keeps items published at that time or later and omits items without a date. --dropped shows the items that the filters of the feed or bundle hide, with the rule that hides each. --search finds stored items that contain all given words, in one feed or bundle or, without one, in all feeds; the last added first, 50 without --limit. It ignores case and accents; "…" finds a phrase, -word excludes, word* finds words that begin so (at least 3 letters). --json, -o csv and --fields also give attachments, tags and the other fields that only some sources have.',
  arguments: { id: maybe('FEED|BUNDLE', 'the feed or bundle; optional with --search') },
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
  examples: [
    ['feedctl items a1B2c3D4e5F6g7H8', 'Show the items as a table'],
    [
      'feedctl items _a1B2c3D4e5F6g7H8 --since 24h -o jsonl',
      'Print the items of a bundle, one JSON object per line',
    ],
    ['feedctl items a1B2c3D4e5F6g7H8 --fields title,attachments', 'Show the files of a podcast'],
    ['feedctl items a1B2c3D4e5F6g7H8 --dropped', 'Show which rule hides which item'],
    ['feedctl items --search \'"climate report" -sport\'', 'Search the items of all feeds'],
    ['feedctl items a1B2c3D4e5F6g7H8 -o csv > items.csv', 'Export the items for a spreadsheet'],
  ],
  output: [{ ...BUNDLE_ITEM_SAMPLE, dropped_by: DROPPED_SAMPLE.dropped_by }],
  exitCodes: [3, 4, 6, 7],
  async run(context, { id: typed }, options) {
    const { sort, limit, since, noRefresh, dropped: isDropped, search } = options;
    if (search !== undefined) return runSearch(context, typed, { ...options, search });
    if (typed === undefined) {
      throw new UsageError('Name a feed or a bundle, or search all feeds with --search WORDS.');
    }
    const { isBundleId } = await import('../../lookup/ids.js');
    const { resolveName } = await import('../../lookup/resolve-names.js');
    const id = await resolveName(context, typed, { of: 'either', verb: 'get', reads: true });
    const client = await context.client();
    if (isDropped && (await client.detectService()).version === null) {
      throw new UsageError('--dropped requires a feedctl service; this service has no filters.');
    }
    const query = { sort, ...(isDropped && { dropped: 'only' as const }) };
    if (!noRefresh) {
      const { freshen } = await import('../base/freshen.js');
      await freshen(context, id);
    }
    const { items: all } = await context.during('Reading the items', async () =>
      isBundleId(id) ? await client.getBundle(id, query) : await client.getFeed(id, query),
    );
    const recent = since === undefined ? all : all.filter((item) => isFrom(item, since));
    const undated = since === undefined ? 0 : all.filter((item) => timeOf(item) === null).length;
    await context.output.rows(recent.slice(0, limit), isDropped ? DROPPED_VIEW : ITEMS_VIEW);
    if (undated > 0) {
      const left =
        undated === 1 ? '1 item without a date was' : `${undated} items without a date were`;
      await context.notes.note(`${left} omitted by --since.`);
    }
    if (recent.length === 0)
      await context.notes.note(isDropped ? 'No items are hidden.' : 'No items.');
    return undefined;
  },
});

interface SearchFlags {
  search: string;
  sort: string | undefined;
  dropped: boolean;
  noRefresh: boolean;
  since: Date | undefined;
  limit: number | undefined;
}

async function runSearch(
  context: Context,
  typed: string | undefined,
  { search, sort, dropped, noRefresh, since, limit }: SearchFlags,
): Promise<undefined> {
  if (sort !== undefined) {
    throw new UsageError(
      '--sort cannot be combined with --search: results are in order of addition.',
    );
  }
  if (dropped) {
    throw new UsageError('--dropped cannot be combined with --search: it finds shown items only.');
  }
  let scope: string | undefined;
  if (typed !== undefined) {
    const { resolveName } = await import('../../lookup/resolve-names.js');
    scope = await resolveName(context, typed, { of: 'either', verb: 'get', reads: true });
    if (!noRefresh) {
      const { freshen } = await import('../base/freshen.js');
      await freshen(context, scope);
    }
  }
  const { printSearch } = await import('./search.js');
  await printSearch(context, { search, scope, since, limit });
  return undefined;
}

interface Dated {
  date_published: string | null;
}

function isFrom(item: Dated, since: Date): boolean {
  const time = timeOf(item);
  return time !== null && time >= since.getTime();
}

function timeOf({ date_published }: Dated): number | null {
  const time = Date.parse(date_published ?? '');
  return Number.isNaN(time) ? null : time;
}
