import type { Bundle, Feed, FeedClient, Item } from '../../../client/index.js';
import { isBundleId } from '../../../contract/feed.js';
import type { Outcome } from '../../bulk/each.js';
import { type Description, describe } from '../../errors/describe.js';
import { runHook } from '../../hooks/run-hook.js';
import type { Context } from '../../verbs/context.js';
import { freshen } from '../base/freshen.js';
import { type Change, compare, countAddresses, forget, remember, type Seen } from './seen.js';
import type { SeenStore } from './seen-store.js';

/** An item of a feed or bundle, and why it is shown. */
export interface WatchEvent extends Item {
  change: Change;
  /** Id of the feed or bundle it was seen in. */
  watched: string;
  /** Its title or name: for the line that people see. */
  [FROM]: string;
}

/** Not part of the JSON. */
export const FROM = Symbol('from');

interface RoundFacts {
  sinceNow: boolean;
  all: boolean;
  once: boolean;
  exec: string | undefined;
  stores: ReadonlyMap<string, SeenStore>;
}

/** Feeds publish far less at a time; bundles show at most 500. */
const REMEMBERED = 5000;

/** Looks at feeds and bundles, one after the other, and remembers what it has given out. */
export class Round {
  /** Ids that the service no longer knows. */
  readonly gone = new Set<string>();
  /** With `once`: how each look ended. */
  readonly outcomes: Outcome<undefined>[] = [];
  failedHooks = 0;
  readonly #failing = new Set<string>();
  readonly #begun = new Set<string>();

  constructor(
    private readonly context: Context,
    private readonly client: FeedClient,
    private readonly facts: RoundFacts,
  ) {}

  /** The items of one feed or bundle that are new or changed, oldest first. */
  async *look(id: string): AsyncGenerator<WatchEvent> {
    const store = this.facts.stores.get(id);
    if (store === undefined || this.gone.has(id)) return;
    const source = await this.#read(id);
    if (source === undefined) return;
    const seen = store.get(id) ?? new Map();
    if (this.#isBaseline(id, store)) {
      await this.#takeAsSeen(id, source.items, seen, store);
      return;
    }
    yield* this.#compare(id, source, seen, store);
  }

  async *#compare(
    id: string,
    source: Feed | Bundle,
    seen: Seen,
    store: SeenStore,
  ): AsyncGenerator<WatchEvent> {
    const sharing = countAddresses(source.items);
    const from = 'name' in source ? source.name : source.title;
    let unsaved = store.get(id) === undefined;
    const save = async () => {
      forget(seen, source.items, REMEMBERED);
      if (unsaved) await store.save(id, seen);
      unsaved = false;
    };
    try {
      for (const item of source.items.toReversed()) {
        const count = sharing.get(item.url) ?? 1;
        const change = compare(item, seen, count);
        if (change === undefined) continue;
        const event = { change, watched: id, ...item, [FROM]: from };
        if (!(await this.#emit(event))) continue;
        yield event;
        remember(item, seen, count);
        unsaved = true;
        // A command that has run must not run again, whatever happens next.
        if (this.facts.exec !== undefined) await save();
      }
    } finally {
      await save();
    }
  }

  /** Without a word: everything that is there now. */
  async #takeAsSeen(id: string, items: readonly Item[], seen: Seen, store: SeenStore) {
    const isFirst = store.get(id) === undefined;
    const sharing = countAddresses(items);
    for (const item of items.toReversed()) remember(item, seen, sharing.get(item.url) ?? 1);
    forget(seen, items, REMEMBERED);
    await store.save(id, seen);
    if (!isFirst || items.length === 0) return;
    const there = items.length === 1 ? '1 item is' : `${items.length} items are`;
    await this.context.notes.note(
      `${id}: ${there} there already; what comes from now on is shown. To begin with them: --all`,
    );
  }

  /** True for the first look ever, unless `all`, and for the first of this run with `sinceNow`. */
  #isBaseline(id: string, store: SeenStore): boolean {
    const isFirstOfRun = !this.#begun.has(id);
    this.#begun.add(id);
    if (!isFirstOfRun) return false;
    return this.facts.sinceNow || (!this.facts.all && store.get(id) === undefined);
  }

  async #read(id: string): Promise<Feed | Bundle | undefined> {
    const { client, context, facts } = this;
    const query = { sort: 'last_added' } as const;
    try {
      await freshen(context, id);
      const source = isBundleId(id)
        ? await client.getBundle(id, query)
        : await client.getFeed(id, query);
      if (this.#failing.delete(id)) await context.notes.note(`${id} can be read again.`);
      if (facts.once) this.outcomes.push({ id, value: undefined });
      return source;
    } catch (error) {
      context.signal.throwIfAborted();
      const description = describe(error);
      if ([1, 2, 4].includes(description.exitCode)) throw error;
      if (facts.once) this.outcomes.push({ id, failure: { error, description } });
      else await this.#warn(id, description);
      return undefined;
    }
  }

  /** Once a failure, not once a look: a service may be away for a night. */
  async #warn(id: string, { exitCode, message }: Description): Promise<void> {
    const { notes } = this.context;
    if (exitCode === 3) {
      this.gone.add(id);
      return notes.warn(`${id} is no longer there, and no longer watched.`);
    }
    if (this.#failing.has(id)) return;
    this.#failing.add(id);
    await notes.warn(`${id}: ${message} It is tried again at every look.`);
  }

  /** False when the command failed: the item then counts as not seen. */
  async #emit(event: WatchEvent): Promise<boolean> {
    const { exec } = this.facts;
    if (exec === undefined) return true;
    const failure = await runHook(exec, event, this.context);
    this.context.signal.throwIfAborted();
    if (failure === undefined) return true;
    if (this.facts.once) this.failedHooks += 1;
    await this.context.notes.warn(`--exec failed for ${event.url || event.title}: ${failure}.`);
    return false;
  }
}
