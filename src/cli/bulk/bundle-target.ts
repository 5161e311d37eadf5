import type { FeedClient } from '../../client/index.js';
import { isBundleId } from '../../contract/feed.js';
import { CliError, UsageError } from '../kit/index.js';
import { makeBundle } from './make-bundle.js';
import type { PatienceOptions } from './patience.js';

/** The bundle that new feeds go into. */
export class BundleTarget {
  readonly #client: FeedClient;
  readonly #name: string;
  readonly #patience: PatienceOptions;
  readonly #members: Set<string>;
  #id: Promise<string> | undefined;

  private constructor(
    client: FeedClient,
    name: string,
    found: { id: string; feeds: readonly string[] } | undefined,
    patience: PatienceOptions,
  ) {
    this.#client = client;
    this.#name = name;
    this.#patience = patience;
    this.#members = new Set(found?.feeds);
    this.#id = found === undefined ? undefined : Promise.resolve(found.id);
  }

  /**
   * Finds the bundle by its id or its exact name.
   *
   * @throws {UsageError} when several have the name
   * @throws {CliError} exit code 3 for an id that no bundle has
   */
  static async open(
    client: FeedClient,
    named: string,
    patience: PatienceOptions,
  ): Promise<BundleTarget> {
    const bundles = [];
    for await (const bundle of client.bundles()) {
      if (bundle.id === named) return new BundleTarget(client, named, bundle, patience);
      if (bundle.name.trim() === named.trim()) bundles.push(bundle);
    }
    if (bundles.length > 1) {
      throw new UsageError(`"${named}" is the name of ${bundles.length} bundles.`, {
        detail: bundles.map(({ id, name }) => `${id}  ${name}`).join('\n'),
        hint: 'Give the id of the one you mean.',
      });
    }
    if (bundles.length === 0 && isBundleId(named)) {
      throw new CliError(`There is no bundle ${named}.`, {
        exitCode: 3,
        code: 'BUNDLE_NOT_FOUND',
        hint: 'List the bundles: feedctl bundles list --all',
      });
    }
    return new BundleTarget(client, named, bundles[0], patience);
  }

  /** Puts a feed in it; makes the bundle when this is its first. */
  async add(feedId: string): Promise<void> {
    if (this.#members.has(feedId)) return;
    // Several feeds may come at once; one of them makes the bundle.
    this.#id ??= makeBundle(this.#client, { name: this.#name }, this.#patience).then(
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
