import { answerOf } from '../../../client/decode.js';
import { ApiError, NetworkError } from '../../../client/errors.js';
import type { CreateFeedBody, Feed, FeedClient } from '../../../client/index.js';
import { keywordMode } from '../../../contract/keyword-mode.js';
import { CliError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { checkDetails, type Details, explainOtherSelectors, setDetails } from './set-details.js';
import { readSource, type SourceOptions } from './source.js';

/** Makes the feed that the options ask for, and says what a person should know about it. */
export async function createFeed(
  context: Context,
  options: SourceOptions & Details & { announce: boolean },
): Promise<Feed> {
  const source = { ...readSource(options), ...(options.announce && { announce: true }) };
  const client = await context.client({ creates: true });
  await checkDetails(client, options);
  await warnOfOtherReading(context, client, source);
  const feed = await context.during(label(source), () => createOnce(client, source));
  // Other services may answer 200 for a feed that is new.
  const created = client.service.version === null || answerOf(feed)?.status !== 200;
  if (!created) {
    await context.notes.note('The account has this source already: nothing new was made.');
  }
  return setDetails(context, client, { feed, created }, options);
}

/** Says which document the feed reads, where that is not plainly the address that was given. */
export async function noteDocument({ notes }: Context, feed: Feed): Promise<void> {
  const { document, source_url } = feed;
  if (document === undefined) return;
  const { kind, url } = document;
  if (kind === 'html') {
    await notes.note(`The feed is made from the page ${url} itself.`);
  } else if (url !== source_url) {
    await notes.note(
      `The page has a feed, which is read instead of it: ${url}. To read the page: --from html.`,
    );
  }
}

/** After a lost answer nobody knows whether the feed was made, so the next step is to look. */
async function createOnce(client: FeedClient, source: CreateFeedBody): Promise<Feed> {
  try {
    return await client.createFeed(source);
  } catch (error) {
    const selectors = 'url' in source ? source.selectors : undefined;
    if (error instanceof ApiError) throw explainOtherSelectors(error, selectors);
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
