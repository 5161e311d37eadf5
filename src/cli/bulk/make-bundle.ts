import type { BundleSummary, CreateBundleBody, FeedClient } from '../../client/index.js';
import { createExactlyOnce, type RetryOptions } from './create-once.js';

/**
 * Creates a bundle exactly once; see `makeFeed`.
 *
 * @throws {CliError} when it is unknown whether the bundle was created; otherwise as the client
 */
export async function makeBundle(
  client: FeedClient,
  body: CreateBundleBody,
  options: RetryOptions,
): Promise<BundleSummary> {
  const { value } = await createExactlyOnce(
    () => client.createBundle(body),
    () => findBundle(client, body.name),
    { ...options, list: 'feedctl bundles list' },
  );
  return value;
}

/** The oldest bundle of this name. */
async function findBundle(client: FeedClient, name: string): Promise<BundleSummary | undefined> {
  let found: BundleSummary | undefined;
  for await (const bundle of client.bundles())
    if (bundle.name.trim() === name.trim()) found = bundle;
  return found;
}
