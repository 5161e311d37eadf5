import type { CreateFeedBody, Feed, FeedClient } from '../../../client/index.js';
import { keywordMode } from '../../../contract/keyword-mode.js';
import { type MadeFeed, makeFeed, type Wanted } from '../../bulk/make-feed.js';
import { canonicalRegion, oneSpaced } from '../../sources/entries.js';
import { isNews, type SourceSpec } from '../../sources/model.js';
import type { Context } from '../../verbs/context.js';
import { CREATED_VIEW } from '../base/index.js';
import { createTools, type ToolOptions } from './create-tools.js';
import { checkDetails, type Details, explainOtherSelectors, setDetails } from './set-details.js';
import { readSource, type SourceOptions } from './source.js';

type OneOptions = Omit<SourceOptions, 'url'> & { url: readonly string[] } & ToolOptions & Details;

/** Makes one feed and prints it, with what a person should know about it. */
export async function createOne(context: Context, { url, ...options }: OneOptions): Promise<void> {
  const wanted = toSourceRequest(readSource({ ...options, url: url[0] }));
  const client = await context.client({ creates: true, writeIntervalMs: options.rate });
  await checkDetails(client, options);
  const tools = await createTools(context, [wanted], options);
  const onWait = (milliseconds: number) =>
    void context.notes.note(`Rate limited: waiting ${Math.ceil(milliseconds / 1000)} s.`);
  const made = await context
    .during(label(wanted.source), () => makeFeed(client, wanted.source, { ...tools, onWait }))
    .catch((error: unknown) => {
      throw explainOtherSelectors(error, options.select);
    });
  await noteOrigin(context, made);
  const feed = await withItems(client, made);
  const { created } = made;
  const detailed = await setDetails(context, client, { feed, created }, options);
  await context.output.record(detailed, CREATED_VIEW);
  await noteDocument(context, feed);
}

/** What the options of one feed ask for, as one of many. */
function toSourceRequest(body: CreateFeedBody): Wanted {
  if ('url' in body) {
    const { url, selectors, from } = body;
    const how = {
      ...(selectors !== undefined && { selectors }),
      ...(from !== undefined && { from }),
    };
    return { input: url, source: { url, ...how } };
  }
  const { keyword, region, mode = keywordMode(keyword) } = body;
  return {
    input: keyword,
    source: { mode, text: oneSpaced(keyword), region: canonicalRegion(region) },
  };
}

async function noteOrigin({ notes }: Context, { created, wasLost }: MadeFeed): Promise<void> {
  if (wasLost) {
    await notes.note('The answer was lost; the account has the feed.');
  } else if (!created) {
    await notes.note('The account has this source already: nothing new was made.');
  }
}

async function withItems(client: FeedClient, { feed }: MadeFeed): Promise<Feed> {
  return 'items' in feed ? feed : client.getFeed(feed.id);
}

/** Says which document the feed reads, where that is not plainly the address that was given. */
async function noteDocument({ notes }: Context, feed: Feed): Promise<void> {
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

function label(source: SourceSpec): string {
  return isNews(source) ? `Searching for ${source.text}` : `Reading ${source.url}`;
}
