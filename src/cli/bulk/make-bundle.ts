import type { BundleSummary, CreateBundleBody, FeedClient } from '../../client/index.js';
import { createExactlyOnce, type RetryOptions } from './create-once.js';

/**
 * Creates a bundle exactly once; see `makeFeed`. Other services accept name and feeds at creation,
 * and the other fields only in a change.
 *
 * @throws {CliError} if it is unknown whether the bundle was created; otherwise as the client
 */
export async function makeBundle(
  client: FeedClient,
  { name, feeds = [], ...values }: CreateBundleBody,
  options: RetryOptions,
): Promise<BundleSummary> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const isOurs = given.length > 0 && (await client.detectService()).version !== null;
  const { value } = await createExactlyOnce(
    () => client.createBundle({ name, feeds, ...(isOurs && values) }),
    () => findMadeBundle(client, name),
    { ...options, list: 'feedctl bundles list' },
  );
  return isOurs || given.length === 0
    ? value
    : client.updateBundle(value.id, Object.fromEntries(given));
}

/** The oldest bundle with this name. */
async function findMadeBundle(
  client: FeedClient,
  name: string,
): Promise<BundleSummary | undefined> {
  let found: BundleSummary | undefined;
  for await (const bundle of client.bundles())
    if (bundle.name.trim() === name.trim()) found = bundle;
  return found;
}
