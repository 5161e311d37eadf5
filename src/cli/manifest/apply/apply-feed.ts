import type { UpdateFeedBody, UpdateFeedSettingsBody } from '../../../client/index.js';
import { makeFeed } from '../../bulk/make-feed.js';
import { FEED_ROWS, metadataOf, settingsOf, valueText } from '../../sources/values.js';
import type { Change } from '../plan/change.js';
import type { Tools } from './tools.js';

/** Creates a feed and applies the fields of its entry. Returns its id. */
export async function createFeed(
  change: Extract<Change, { action: 'create'; kind: 'feed' }>,
  tools: Tools,
): Promise<string> {
  const { entry } = change;
  const access = tools.secrets?.created.get(change);
  const keepFailing = tools.keepFailing === true && tools.isOurs;
  const options = { ...tools, access, values: entry, keepFailing };
  const { feed } = await makeFeed(tools.client, entry.source, options);
  if (feed.health === 'failing') tools.onFailing?.(change.source, feed.last_error ?? '');
  await patch(feed.id, tools, withoutKnown(metadataOf(entry), feed));
  await set(feed.id, tools, withoutKnown(settingsOf(entry), {}));
  return feed.id;
}

/**
 * Values that the new feed does not have yet: at a rate-limited service each request costs a second.
 */
function withoutKnown<T extends object>(values: T, feed: object): Partial<T> {
  const before = feed as Readonly<Record<string, unknown>>;
  const rows = new Map(FEED_ROWS);
  const unknown = Object.entries(values).filter(
    ([name, value]) => valueText(value) !== valueText(before[name] ?? rows.get(name)?.none),
  );
  return Object.fromEntries(unknown) as Partial<T>;
}

export async function updateFeed(
  change: Extract<Change, { action: 'update'; kind: 'feed' }>,
  tools: Tools,
): Promise<string> {
  const { id, values } = change;
  const access = tools.secrets?.updated.get(change);
  await patch(id, tools, { ...metadataOf(values), ...(access !== undefined && { access }) });
  await set(id, tools, settingsOf(values));
  return id;
}

async function patch(id: string, tools: Tools, body: UpdateFeedBody): Promise<void> {
  if (Object.keys(body).length === 0) return;
  await tools.client.updateFeed(id, body);
}

async function set(id: string, tools: Tools, body: UpdateFeedSettingsBody): Promise<void> {
  if (Object.keys(body).length === 0) return;
  await tools.client.updateFeedSettings(id, body);
}
