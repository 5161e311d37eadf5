import type { BundleSummary, FeedClient } from '../../client/index.js';
import { isBundleId } from '../../contract/feed.js';
import { CliError, UsageError } from '../kit/index.js';
import { matchName } from '../lookup/match-name.js';
import { namedBundle } from '../lookup/resolve-names.js';
import { makeBundle } from './make-bundle.js';
import type { PatienceOptions } from './patience.js';

/** The bundle that new feeds go into. */
export class BundleTarget {
  /** The bundle of the account, where there is one already. */
  readonly existing: { id: string; name: string } | undefined;
  readonly #client: FeedClient;
  readonly #name: string;
  readonly #patience: PatienceOptions;
  readonly #members: Set<string>;
  #id: Promise<string> | undefined;

  private constructor(
    client: FeedClient,
    name: string,
    found: BundleSummary | undefined,
    patience: PatienceOptions,
  ) {
    this.existing = found;
    this.#client = client;
    this.#name = name;
    this.#patience = patience;
    this.#members = new Set(found?.feeds);
    this.#id = found === undefined ? undefined : Promise.resolve(found.id);
  }

  /**
   * Finds the bundle as every command does, and by its name in another case: two bundles whose names
   * differ only in that are hardly ever wanted.
   *
   * @throws {UsageError} when several have the name, or when the name is empty
   * @throws {CliError} exit code 3 for an id that no bundle has
   */
  static async open(
    client: FeedClient,
    named: string,
    patience: PatienceOptions,
  ): Promise<BundleTarget> {
    if (named.trim() === '') throw new UsageError('The name of the bundle is empty.');
    const all = [];
    for await (const bundle of client.bundles()) all.push(bundle);
    const found = matchName(named, all.map(namedBundle), { inAnyCase: true });
    const bundles = all.filter(({ id }) => found.some((each) => each.id === id));
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
