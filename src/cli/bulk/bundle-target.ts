import { collect } from '../../base/collect.js';
import type { BundleSummary, FeedClient } from '../../client/index.js';
import { isBundleId } from '../../contract/ids.js';
import { CliError, UsageError } from '../kit/index.js';
import { matchName } from '../lookup/match-name.js';
import { namedBundle } from '../lookup/resolve-names.js';
import type { RetryOptions } from './create-once.js';
import { makeBundle } from './make-bundle.js';

/** The bundle to which new feeds are added. */
export interface BundleTarget {
  /** The bundle, if the account already has it. */
  existing: { id: string; name: string } | undefined;
  /** Adds a feed; creates the bundle first when it does not exist. */
  add(feedId: string): Promise<void>;
}

/**
 * Finds the bundle as every command does, but ignores the case of its name: two bundles whose names
 * differ only in case are rarely intended.
 *
 * @param options `all` are the bundles of the account, if they were listed already
 * @throws {UsageError} if several bundles have the name, or if the name is empty
 * @throws {CliError} exit code 3 if no bundle has it and none may be created
 */
export async function openBundleTarget(
  client: FeedClient,
  name: string,
  { all: listed, ...retry }: RetryOptions & { all?: readonly BundleSummary[] },
): Promise<BundleTarget> {
  if (name.trim() === '') throw new UsageError('The name of the bundle must not be empty.');
  const all = listed ?? (await collect(client.bundles()));
  const found = matchName(name, all.map(namedBundle), { inAnyCase: true });
  const [existing, ...others] = all.filter(({ id }) => found.some((each) => each.id === id));
  if (existing !== undefined && others.length > 0) {
    throw new UsageError(`"${name}" is the name of ${others.length + 1} bundles.`, {
      detail: [existing, ...others].map((bundle) => `${bundle.id}  ${bundle.name}`).join('\n'),
      hint: 'Pass the id of the bundle.',
    });
  }
  if (existing === undefined && isBundleId(name)) {
    throw new CliError(`There is no bundle ${name}.`, {
      exitCode: 3,
      code: 'BUNDLE_NOT_FOUND',
      hint: 'List the bundles: feedctl bundles list --all',
    });
  }
  const members = new Set(existing?.feeds);
  let id = existing && Promise.resolve(existing.id);
  async function made(): Promise<string> {
    try {
      return (await makeBundle(client, { name }, retry)).id;
    } catch (error) {
      id = undefined;
      throw error;
    }
  }
  return {
    existing,
    async add(feedId) {
      if (members.has(feedId)) return;
      // Several feeds may be added concurrently; only the first creates the bundle.
      id ??= made();
      await client.addFeedToBundle(await id, feedId);
      members.add(feedId);
    },
  };
}
