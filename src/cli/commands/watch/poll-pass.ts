import { addressMark } from '../../../base/same/address.js';
import { countAddresses, itemName } from '../../../base/same/item-name.js';
import { counted } from '../../../base/text.js';
import type { FeedClient, Item } from '../../../client/index.js';
import type { FeedFacts } from '../../../messages/update.js';
import type { Outcome } from '../../bulk/each.js';
import { type Description, describe } from '../../errors/describe.js';
import { runHook } from '../../hooks/run-hook.js';
import type { Context } from '../../verbs/context.js';
import { type ItemPageOptions, itemPages, MergedPages, readItemPage } from '../base/item-pages.js';
import { refreshDue } from '../base/refresh-due.js';
import type { SourceFetcher } from './fetch-sources.js';
import { readWatched, scopeOf, type Watched } from './read-watched.js';
import {
  type Change,
  compareSeen,
  forget,
  forgetAddresses,
  lacksGuid,
  remember,
  type Seen,
  seenName,
} from './seen.js';
import type { SeenStore } from './seen-store.js';

/** An item of a feed or bundle, and why it is printed. */
export interface WatchEvent extends Item {
  change: Change;
  /** Id of the watched feed or bundle. */
  watched: string;
  /** Facts of the feed or bundle, for messages and for the line on a terminal. */
  [FACTS]: FeedFacts;
}

/** Not part of the JSON output. */
export const FACTS = Symbol('facts');

interface PollFacts {
  sinceNow: boolean;
  all: boolean;
  once: boolean;
  exec: string | undefined;
  stores: ReadonlyMap<string, SeenStore>;
  /** Fetches sources before they are read; null: the service decides when it fetches. */
  fetcher: SourceFetcher | null;
  /** True if `commit` saves printed items, because several are printed together. */
  commits: boolean;
}

/**
 * Maximum number of stored versions per feed or bundle. The newest are enough, because items behind
 * known ones are not read.
 */
const MAX_SEEN = 5000;

/** Time for which one pass waits for full texts, in milliseconds. The next pass has those items. */
const TEXTS_MS = 20_000;

function isPending(item: Item): boolean {
  return item.text_pending === true;
}

/** Polls feeds and bundles one after the other and remembers the items it returned. */
export class PollPass {
  /** Ids that the service no longer knows. */
  readonly missing = new Set<string>();
  /** The outcome of each poll, with `once`. */
  readonly outcomes: Outcome<undefined>[] = [];
  failedHooks = 0;
  readonly #failing = new Set<string>();
  readonly #started = new Set<string>();
  /** Items that this pass took as seen without printing them. */
  readonly #older: { title: string; shown: number }[] = [];
  readonly #merged = new MergedPages();
  readonly #unsaved = new Map<string, () => Promise<void>>();

  constructor(
    private readonly context: Context,
    private readonly client: FeedClient,
    private readonly facts: PollFacts,
  ) {}

  /** Yields the new and changed items of one feed or bundle, oldest first. */
  async *poll(id: string): AsyncGenerator<WatchEvent> {
    const store = this.facts.stores.get(id);
    if (store === undefined || this.missing.has(id)) return;
    const source = await this.#read(id);
    if (source === undefined) return;
    const seen = store.get(id) ?? new Map();
    if (this.#isBaseline(id, store)) {
      await this.#takeAsSeen(id, source, seen, store);
      return;
    }
    yield* this.#compare(id, source, seen, store);
  }

  /** Saves what the last poll of this id has returned. */
  async commit(id: string): Promise<void> {
    const save = this.#unsaved.get(id);
    this.#unsaved.delete(id);
    await save?.();
  }

  async *#compare(
    id: string,
    source: Watched,
    seen: Seen,
    store: SeenStore,
  ): AsyncGenerator<WatchEvent> {
    const sharing = countAddresses(source.items);
    const { facts } = source;
    const older = await this.#olderPages(id, source, seen, sharing);
    let unsaved = store.get(id) === undefined;
    const present = new Set(source.items.map(seenName));
    const save = async () => {
      forget(seen, present, MAX_SEEN);
      if (unsaved) await store.save(id, seen);
      unsaved = false;
    };
    try {
      for await (const item of this.#oldestFirst(id, source, older)) {
        // An item without its full text waits, so that it is printed once, with its text.
        if (isPending(item)) continue;
        const count = sharing.get(addressMark(item.url)) ?? 1;
        present.add(seenName(item));
        const change = compareSeen(item, seen, count);
        if (change === undefined) {
          if (lacksGuid(item, seen)) {
            remember(item, seen, count);
            unsaved = true;
          }
          continue;
        }
        // An item that a filter hides counts as seen, so that it is not new when the filter
        // changes.
        if (
          item.dropped_by !== undefined ||
          (change === 'new' && this.#isRepeat(id, item, count))
        ) {
          remember(item, seen, count);
          unsaved = true;
          continue;
        }
        const event = { change, watched: id, ...item, [FACTS]: facts };
        if (!(await this.#emit(event))) continue;
        yield event;
        remember(item, seen, count);
        unsaved = true;
        // Saved at once: the command of --exec must not run twice for one item.
        if (this.facts.exec !== undefined) await save();
      }
      if (source.items.some(({ guid }) => guid !== undefined)) forgetAddresses(seen);
    } finally {
      if (this.facts.commits) this.#unsaved.set(id, save);
      else await save();
    }
  }

  /** True if another feed of this run had the item. */
  #isRepeat(id: string, item: Item, sharing: number): boolean {
    return sharing === 1 && this.#merged.add(scopeOf(id), [item]).length === 0;
  }

  /** Marks all current items as seen without printing them. */
  async #takeAsSeen(id: string, source: Watched, seen: Seen, store: SeenStore) {
    const items = await this.#present(id, source);
    const { title } = source.facts;
    const isFirst = store.get(id) === undefined;
    const sharing = countAddresses(items);
    this.#merged.add(scopeOf(id), items);
    for (const item of items.toReversed()) {
      if (!isPending(item)) remember(item, seen, sharing.get(addressMark(item.url)) ?? 1);
    }
    forget(seen, new Set(items.map(seenName)), MAX_SEEN);
    await store.save(id, seen);
    const shown = items.filter(({ dropped_by }) => dropped_by === undefined).length;
    if (!isFirst || shown === 0) return;
    this.#older.push({ title, shown });
  }

  /** Notes in one line how many items were taken as seen. */
  async noteOlder(): Promise<void> {
    const [first, ...others] = this.#older.splice(0);
    if (first === undefined) return;
    const what = others.length === 0 ? first.title : `${others.length + 1} feeds and bundles`;
    const sum = others.reduce((total, { shown }) => total + shown, first.shown);
    const older = counted(sum, 'older item');
    await this.context.notes.note(
      `${what}: ${older} not shown (--all shows ${sum === 1 ? 'it' : 'them'}). New ones from now on.`,
    );
  }

  /**
   * True for the first poll of an id without `all`, and for the first one of this run with
   * `sinceNow`.
   */
  #isBaseline(id: string, store: SeenStore): boolean {
    const isFirstOfRun = !this.#started.has(id);
    this.#started.add(id);
    if (!isFirstOfRun) return false;
    return this.facts.sinceNow || (!this.facts.all && store.get(id) === undefined);
  }

  async #read(id: string): Promise<Watched | undefined> {
    const { client, context, facts } = this;
    try {
      if (facts.fetcher === null) await refreshDue(context, scopeOf(id));
      else await facts.fetcher.fetch(id);
      const query = await this.#query();
      const readItems = () => readWatched(client, id, query);
      let source = await readItems();
      if (source.items.some(isPending) && (await this.#finishTexts())) source = await readItems();
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

  async #query(): Promise<ItemPageOptions> {
    const hasFilters = (await this.client.detectService()).version !== null;
    return { sort: 'last_added', ...(hasFilters && { dropped: 'include' }) };
  }

  /** The current items, the last added first: as many as are remembered. */
  async #present(id: string, { items, isCut }: Watched): Promise<Item[]> {
    if (!isCut) return items;
    const listed: Item[] = [];
    for await (const page of itemPages(this.client, scopeOf(id), await this.#query())) {
      listed.push(...page.items);
      if (listed.length >= MAX_SEEN) break;
    }
    const names = new Set(listed.map(itemName));
    return [...items.filter((item) => !names.has(itemName(item))), ...listed];
  }

  /**
   * Cursors of the further pages that have new items: their last item is new. Only cursors are
   * kept, because a first run with `all` may print more items than memory holds.
   * @param sharing also gets the addresses of these pages
   */
  async #olderPages(
    id: string,
    { items, isCut }: Watched,
    seen: Seen,
    sharing: Map<string, number>,
  ) {
    const isNew = (item: Item | undefined) =>
      item !== undefined &&
      compareSeen(item, seen, sharing.get(addressMark(item.url)) ?? 1) === 'new';
    if (!isCut || !isNew(items.at(-1))) return [];
    const cursors: (string | undefined)[] = [undefined];
    const newest = new Set(items.map(({ url }) => addressMark(url)));
    for await (const page of itemPages(this.client, scopeOf(id), await this.#query())) {
      for (const [address, count] of countAddresses(page.items)) {
        if (!newest.has(address)) sharing.set(address, (sharing.get(address) ?? 0) + count);
      }
      if (page.cursor === null || !isNew(page.items.at(-1))) break;
      cursors.push(page.cursor);
    }
    return cursors;
  }

  /** The items of the pages of `#olderPages`, then the newest ones. */
  async *#oldestFirst(id: string, { items }: Watched, cursors: readonly (string | undefined)[]) {
    const query = await this.#query();
    const newest = new Set(items.map(itemName));
    for (const cursor of cursors.toReversed()) {
      const page = await readItemPage(this.client, scopeOf(id), { ...query, cursor });
      yield* page.items.filter((item) => !newest.has(itemName(item))).toReversed();
    }
    yield* items.toReversed();
  }

  /** Fetches pending texts in this process. False if a service does that itself. */
  async #finishTexts(): Promise<boolean> {
    const maintenance = await this.context.maintenance();
    await maintenance?.texts(TEXTS_MS);
    return maintenance !== null;
  }

  /** Warns once per outage, not once per poll: a service may be down for a night. */
  async #warn(id: string, { exitCode, message }: Description): Promise<void> {
    const { notes } = this.context;
    if (exitCode === 3) {
      this.missing.add(id);
      const wasThere = this.#started.has(id) || this.facts.stores.get(id)?.get(id) !== undefined;
      return notes.warn(
        wasThere
          ? `${id} no longer exists and is no longer watched.`
          : `There is no feed or bundle ${id}; it is not watched.`,
      );
    }
    if (this.#failing.has(id)) return;
    this.#failing.add(id);
    await notes.warn(`${id}: ${message} Retrying at every poll.`);
  }

  /** Returns false if the command failed; the item then does not count as seen. */
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
