import { flag, moment, one, UsageError, wholeNumber } from '../../kit/index.js';
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
  summary: 'Show the items of a feed or a bundle',
  description:
    'Shows the items of a feed, or of all feeds of a bundle, newest first. --since keeps items published at that time or later and omits items without a date. --dropped shows the items that the filters of the feed or bundle hide, with the rule that hides each. --json, -o csv and --fields also give attachments, tags and the other fields that only some sources have.',
  arguments: { id: one('FEED|BUNDLE', 'the feed or bundle') },
  options: {
    sort: sortOption,
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
    ['feedctl items a1B2c3D4e5F6g7H8 -o csv > items.csv', 'Export the items for a spreadsheet'],
  ],
  output: [{ ...BUNDLE_ITEM_SAMPLE, dropped_by: DROPPED_SAMPLE.dropped_by }],
  exitCodes: [3, 4, 6, 7],
  async run(context, { id: typed }, { sort, limit, since, noRefresh, dropped: isDropped }) {
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
