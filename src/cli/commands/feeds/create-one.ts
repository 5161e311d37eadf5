import type { CreateFeedBody } from '../../../client/index.js';
import { keywordMode } from '../../../contract/keyword-mode.js';
import { createFeeds } from '../../bulk/create-feeds.js';
import type { Wanted } from '../../bulk/make-feed.js';
import { canonicalRegion, oneSpaced } from '../../sources/entries.js';
import type { Context } from '../../verbs/context.js';
import { CREATED_VIEW } from '../base/index.js';
import { noteDocument } from './create-feed.js';
import { createTools, type ToolOptions } from './create-tools.js';
import { checkDetails, type Details, explainOtherSelectors, setDetails } from './set-details.js';
import { readSource, type SourceOptions } from './source.js';

/** One feed with --ensure, --bundle, --verify or --quota: the feed, or the failure itself. */
export async function createOne(
  context: Context,
  {
    url,
    ...options
  }: Omit<SourceOptions, 'url'> & { url: readonly string[] } & ToolOptions & Details,
): Promise<void> {
  const wanted = toSourceRequest(readSource({ ...options, url: url[0] }));
  const tools = await createTools(context, [wanted], options);
  await checkDetails(tools.client, options);
  for await (const result of createFeeds([wanted], tools)) {
    if (!result.ok) throw explainOtherSelectors(result.cause, options.select);
    if (!result.created) {
      await context.notes.note('The account has this source already: nothing new was made.');
    }
    const { feed } = result;
    const full = 'items' in feed ? feed : await tools.client.getFeed(feed.id);
    const { created } = result;
    const detailed = await setDetails(context, tools.client, { feed: full, created }, options);
    await context.output.record(detailed, CREATED_VIEW);
    await noteDocument(context, full);
  }
}

/** What the options of one feed ask for, as one of many. */
export function toSourceRequest(body: CreateFeedBody): Wanted {
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
