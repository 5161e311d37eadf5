import { answerOf } from '../../../client/answer-of.js';
import { NetworkError } from '../../../client/errors.js';
import type { CreateFeedBody, Feed, FeedClient } from '../../../client/index.js';
import { keywordMode } from '../../../contract/keyword-mode.js';
import type { Context } from '../../context.js';
import { CliError } from '../../errors/cli-errors.js';
import { text } from '../../options.js';
import type { RecordView } from '../../output/view.js';
import { defineVerb } from '../../verb.js';
import { FEED_SAMPLE } from '../base/samples.js';
import { FEED_VIEW, ITEMS_VIEW } from '../base/views.js';
import { readSource } from './source.js';

/** A new feed is looked at to see that it is the right one; `items` shows the rest. */
const CREATED_VIEW: RecordView = {
  fields: FEED_VIEW.fields,
  rows: { field: 'items', view: ITEMS_VIEW, limit: 5 },
};

export const create = defineVerb({
  name: 'create',
  summary: 'Make a feed from an address, a keyword or a headline',
  description:
    'Makes a feed. --url takes the address of any web site or feed; --keyword and --headline follow the news. A source the account already has is not made twice: the feed that exists is shown.',
  options: {
    url: text('URL', 'address of a web site or of a feed'),
    keyword: text('WORDS', 'follow a news search; quotes, OR, -word and site: work'),
    headline: text('TEXT', 'follow a story by its full headline'),
    region: text('CC:LANG', 'edition of the news, with --keyword or --headline (default US:en)'),
  },
  examples: [
    ['feedctl feeds create --url https://example.com/news', 'From a web site or a feed'],
    ["feedctl feeds create --keyword 'solar sails' --region GB:en", 'From a news search'],
    ["feedctl feeds create --headline 'Probe unfolds its sail in orbit'", 'From a headline'],
    ['feedctl feeds create --url https://example.com -o id', 'Print only the id, for a script'],
  ],
  output: FEED_SAMPLE,
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, options) {
    const source = readSource(options);
    const client = await context.client({ creates: true });
    await warnOfOtherReading(context, client, source);
    const feed = await context.during(label(source), () => createOnce(client, source));
    if (answerOf(feed)?.status === 200) {
      await context.notes.note('The account has this source already: nothing new was made.');
    }
    await context.output.record(feed, CREATED_VIEW);
    await context.noteUnserved();
    return undefined;
  },
});

/** After a lost answer nobody knows whether the feed was made, so the next step is to look. */
async function createOnce(client: FeedClient, source: CreateFeedBody): Promise<Feed> {
  try {
    return await client.createFeed(source);
  } catch (error) {
    if (!(error instanceof NetworkError) || ['dns', 'refused'].includes(error.kind)) throw error;
    throw new CliError(error.message, {
      exitCode: 7,
      code: `NETWORK_${error.kind.toUpperCase()}`,
      detail: 'The feed may have been made all the same.',
      hint: 'Look before you try again: feedctl feeds list',
      cause: error,
    });
  }
}

/** A service that is not feedctl's own guesses whether a text is a search or a headline. */
async function warnOfOtherReading(
  { notes }: Context,
  client: FeedClient,
  source: CreateFeedBody,
): Promise<void> {
  if (!('keyword' in source) || source.mode === keywordMode(source.keyword)) return;
  const { version } = await client.detectService();
  if (version !== null) return;
  const [meant, read] =
    source.mode === 'headline' ? ['headline', 'keyword search'] : ['keyword search', 'headline'];
  await notes.warn(
    `This service cannot be told that a text is a ${meant}; it may read "${source.keyword}" as a ${read}.`,
  );
}

function label(source: CreateFeedBody): string {
  return 'url' in source ? `Reading ${source.url}` : `Searching for ${source.keyword}`;
}
