import type { BundleSummary, FeedClient } from '../../client/index.js';
import { isBundleId } from '../../contract/ids.js';
import { CliError, UsageError } from '../kit/index.js';
import { matchName } from '../lookup/match-name.js';
import { namedBundle } from '../lookup/resolve-names.js';
import { makeBundle } from './make-bundle.js';
import type { RetryOptions } from './retry-rate-limited.js';

/** The bundle that new feeds are added to. */
export class BundleTarget {
  /** The bundle, if the account already has it. */
  readonly existing: { id: string; name: string } | undefined;
  readonly #client: FeedClient;
  readonly #name: string;
  readonly #retry: RetryOptions;
  readonly #members: Set<string>;
  #id: Promise<string> | undefined;

  private constructor(
    client: FeedClient,
    name: string,
    found: BundleSummary | undefined,
    retry: RetryOptions,
  ) {
    this.existing = found;
    this.#client = client;
    this.#name = name;
    this.#retry = retry;
    this.#members = new Set(found?.feeds);
    this.#id = found === undefined ? undefined : Promise.resolve(found.id);
  }

  /**
   * Finds the bundle as every command does, but also by its name in another case: two bundles whose
   * names differ only in case are rarely intended.
   *
   * @throws {UsageError} when several bundles have the name, or when the name is empty
   * @throws {CliError} exit code 3 when no bundle has the id
   */
  static async open(client: FeedClient, named: string, retry: RetryOptions): Promise<BundleTarget> {
    if (named.trim() === '') throw new UsageError('The name of the bundle must not be empty.');
    const all = [];
    for await (const bundle of client.bundles()) all.push(bundle);
    const found = matchName(named, all.map(namedBundle), { inAnyCase: true });
    const bundles = all.filter(({ id }) => found.some((each) => each.id === id));
    if (bundles.length > 1) {
      throw new UsageError(`"${named}" is the name of ${bundles.length} bundles.`, {
        detail: bundles.map(({ id, name }) => `${id}  ${name}`).join('\n'),
        hint: 'Pass the id of the bundle.',
      });
    }
    if (bundles.length === 0 && isBundleId(named)) {
      throw new CliError(`There is no bundle ${named}.`, {
        exitCode: 3,
        code: 'BUNDLE_NOT_FOUND',
        hint: 'List the bundles: feedctl bundles list --all',
      });
    }
    return new BundleTarget(client, named, bundles[0], retry);
  }

  /** Adds a feed; creates the bundle first when it does not exist. */
  async add(feedId: string): Promise<void> {
    if (this.#members.has(feedId)) return;
    // Several feeds may be added concurrently; only the first creates the bundle.
    this.#id ??= makeBundle(this.#client, { name: this.#name }, this.#retry).then(
      ({ id }) => id,
      (error: unknown) => {
        this.#id = undefined;
        throw error;
      },
    );
    await this.#client.addFeedToBundle(await this.#id, feedId);
    this.#members.add(feedId);
  }
}
