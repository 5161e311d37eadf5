import { one, wholeNumber } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';

const VIEW: View = {
  one: 'fetch',
  many: 'fetches',
  columns: columns(
    'at:1 outcome:2 http_status:6 items_new:3 items_changed:5 duration_ms:7 pushed:8 error.message:4 texts.fetched:8 texts.error.message:9',
    {
      at: { heading: 'when', kind: 'time' },
      http_status: { heading: 'status' },
      items_new: { kind: 'text' },
      items_changed: { kind: 'text' },
      duration_ms: { kind: 'text' },
      'texts.fetched': { heading: 'texts' },
      'texts.error.message': { heading: 'text error' },
    },
  ),
};

const SAMPLE = [
  {
    number: 12,
    at: '2026-01-31T08:30:00.000Z',
    outcome: 'updated',
    http_status: null,
    items_new: 2,
    items_changed: 0,
    duration_ms: 412,
    error: null,
  },
  {
    number: 11,
    at: '2026-01-31T08:00:00.000Z',
    outcome: 'failed',
    http_status: 500,
    items_new: 0,
    items_changed: 0,
    duration_ms: 230,
    error: { code: 'SOURCE_UNREACHABLE', message: 'example.com answered HTTP 500.' },
  },
];

export const history = defineVerb({
  name: 'history',
  summary: 'Show the latest fetches of a feed',
  description: `
    Lists the fetches of a feed, newest first: time, outcome, new and changed items, duration and
    error. The service keeps the latest 100 fetches of a feed. Requires a feedctl service; others
    exit with 5.
  `,
  arguments: { id: one('ID', 'the feed: id, title or source') },
  options: {
    limit: wholeNumber('N', 'maximum number of fetches (default 20)', { min: 1, max: 100 }),
    offset: wholeNumber('N', 'fetches to skip', { min: 0 }),
  },
  examples: {
    'feedctl feeds history a1B2c3D4e5F6g7H8': 'Find out why a feed has no new items',
    "feedctl feeds history 'Example News' --limit 100 --json --fields at,duration_ms":
      'Print how long its fetches take',
  },
  output: SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id: typed }, { limit = 20, offset }) {
    const id = await resolveName(context, typed, { of: 'feeds', verb: 'get', reads: true });
    const client = await context.client();
    const fetches = await context.during('Reading the history', () =>
      client.listFeedHistory(id, { limit, offset }),
    );
    await context.output.rows(fetches, VIEW);
    if (fetches.length === 0) {
      await context.notes.allWell('The feed has not been fetched since it was created.');
    }
  },
});
