import { createFeeds } from '../../bulk/create-feeds.js';
import type { Context } from '../../verbs/context.js';
import { CREATED_VIEW } from '../base/index.js';
import { noteDocument } from './create-feed.js';
import { createTools, type ToolOptions } from './create-tools.js';
import { explainOtherSelectors } from './other-selectors.js';
import { checkDetails, type Details, setDetails } from './set-details.js';
import { readSource, type SourceOptions } from './source.js';
import { wantedOf } from './wanted-of.js';

/** One feed with --ensure, --bundle, --verify or --quota: the feed, or the failure itself. */
export async function createOne(
  context: Context,
  {
    url,
    ...options
  }: Omit<SourceOptions, 'url'> & { url: readonly string[] } & ToolOptions & Details,
): Promise<void> {
  const wanted = wantedOf(readSource({ ...options, url: url[0] }));
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
