import type { FeedClient, FeedSummary, UpdateFeedBody } from '../../../client/index.js';
import { UsageError } from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import { metadataOf, settingsOf } from '../../sources/values.js';
import { firstFlag } from './field-flags.js';

/** @throws {UsageError} for values that the service does not support */
export async function requireOwnService(client: FeedClient, values: FeedValues): Promise<void> {
  const flag = firstFlag(values, ({ own }) => own === true);
  if (flag === undefined || (await client.detectService()).version !== null) return;
  throw new UsageError(`${flag} requires a feedctl service; this service has no such setting.`);
}

/**
 * Changes a feed: its settings, then its metadata.
 *
 * @param others further fields of PATCH besides the values
 * @returns the feed, unless its metadata did not change, and a note on the interval if there is one
 */
export async function sendChanges(
  client: FeedClient,
  id: string,
  values: FeedValues,
  others: UpdateFeedBody = {},
): Promise<{ feed: FeedSummary | undefined; note: string | null }> {
  const [settings, metadata] = [settingsOf(values), { ...metadataOf(values), ...others }];
  const note = isEmpty(settings) ? null : floorNote(await client.updateFeedSettings(id, settings));
  return { feed: isEmpty(metadata) ? undefined : await client.updateFeed(id, metadata), note };
}

function isEmpty(body: object): boolean {
  return Object.keys(body).length === 0;
}

/** A warning if the service raises the interval that was set; otherwise null. */
export function floorNote(settings: {
  interval?: string | undefined;
  min_interval?: string | undefined;
}): string | null {
  const { interval, min_interval: minimum } = settings;
  if (minimum === undefined) return null;
  return `The minimum interval of this service is ${minimum}: ${interval} takes effect as ${minimum}.`;
}
