import type { BundleSummary, CreateBundleBody, FeedClient } from '../../client/index.js';
import { createExactlyOnce } from './lost-answer.js';
import { type PatienceOptions, retryRateLimited } from './patience.js';

/**
 * Makes a bundle, once; see `makeFeed`.
 *
 * @throws {CliError} when nobody knows whether the bundle was made; otherwise what the client throws
 */
export async function makeBundle(
  client: FeedClient,
  body: CreateBundleBody,
  options: PatienceOptions,
): Promise<BundleSummary> {
  const { value } = await createExactlyOnce(
    () => retryRateLimited(() => client.createBundle(body), options),
    () => findBundle(client, body.name),
    { ...options, list: 'feedctl bundles list' },
  );
  return value;
}

/** The oldest bundle of this name. */
export async function findBundle(
  client: FeedClient,
  name: string,
): Promise<BundleSummary | undefined> {
  let found: BundleSummary | undefined;
  for await (const bundle of client.bundles())
    if (bundle.name.trim() === name.trim()) found = bundle;
  return found;
}
