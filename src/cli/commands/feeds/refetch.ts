import { flag, one, wholeNumber } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';

const VIEW: RecordView = { fields: [{ field: 'fetched' }, { field: 'failed' }] };

export const refetch = defineVerb({
  name: 'refetch',
  summary: 'Fetch the full texts of items again',
  description:
    'Fetches the pages of the items of a feed again, the newest first, and stores their articles as the texts of the items. An item whose page has no usable text keeps the text it has. No webhook is called. feedctl items refetch is the same command. Requires full texts: feedctl settings set ID --full-text. Requires a feedctl service; others exit with 5.',
  arguments: { id: one('FEED', 'the feed: id, title or source') },
  options: {
    limit: wholeNumber('N', 'only the newest N items', { min: 1, max: 500 }),
    missing: flag('only items without the text of their page'),
  },
  examples: [
    ['feedctl feeds refetch a1B2c3D4e5F6g7H8 --limit 20', 'Fetch 20 pages again'],
    ['feedctl feeds refetch a1B2c3D4e5F6g7H8 --missing', 'Fetch the texts of old items'],
  ],
  output: {
    fetched: 19,
    failed: 1,
    failures: [
      {
        url: 'https://example.com/news/7',
        code: 'SOURCE_UNREACHABLE',
        message: 'example.com answered HTTP 404.',
      },
    ],
  },
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id: typed }, { limit, missing }) {
    const { resolveName } = await import('../../lookup/resolve-names.js');
    const { fetchAllTexts } = await import('./fetch-all-texts.js');
    const id = await resolveName(context, typed, { of: 'feeds', verb: 'update' });
    const client = await context.client();
    const texts = await fetchAllTexts(context, client, id, { limit, missing });
    await context.output.record(texts, VIEW);
    return undefined;
  },
});
