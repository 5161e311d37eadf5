import type { FeedSettings } from '../../../client/index.js';
import { chosenFeedValues } from '../../sources/feed-source.js';
import type { BundleEntry, FeedEntry, Manifest, SourceSpec } from '../../sources/model.js';
import { accessSummary } from '../../sources/secret-reference.js';
import { sourceId, sourceName } from '../../sources/source-spec.js';
import { BUNDLE_ROWS, FEED_ROWS, valueText } from '../../sources/values.js';
import type { Account, AccountBundle, AccountFeed } from '../account/account.js';
import { accessUpdate } from './access-update.js';
import type { Change, FieldChange, Member, Plan } from './change.js';
import { bundleNameWarning, matchBundles } from './match-bundles.js';

export interface DiffOptions {
  /** Removes what is not in the file. */
  prune: boolean;
  /** Settings by feed id, for feeds whose entries contain a setting. */
  settings: ReadonlyMap<string, FeedSettings>;
}

/**
 * Compares the account with the file. Without `prune`, nothing is removed: no feeds, no bundles,
 * no members.
 */
export function diff(manifest: Manifest, account: Account, { prune, settings }: DiffOptions): Plan {
  const matcher = new Matcher(account, manifest);
  const feeds = manifest.feeds.map((entry) => ({ entry, feed: matcher.feedOf(entry.source) }));
  const bundles = manifest.bundles.map((entry) => ({
    entry,
    bundle: matcher.bundleOf(entry.name),
  }));
  const strayFeeds = without(
    account.feeds,
    feeds.map(({ feed }) => feed?.id),
  );
  const strayBundles = without(
    account.bundles,
    bundles.map(({ bundle }) => bundle?.id),
  );

  // Deleting a feed also removes it from its bundles.
  const doomed = new Set(prune ? strayFeeds.map(({ id }) => id) : []);
  const updates = feeds.flatMap(({ entry, feed }) =>
    feed === undefined ? [] : feedUpdate(entry, feed, settings.get(feed.id)),
  );
  const compared = bundles.map(({ entry, bundle }) =>
    compareBundle(entry, bundle, { matcher, prune, doomed }),
  );
  const changes: Change[] = [
    ...feeds.flatMap(({ entry, feed }): Change[] =>
      feed === undefined ? [{ action: 'create', kind: 'feed', source: entry.source, entry }] : [],
    ),
    ...updates,
    ...compared.flatMap(({ change }) => change ?? []),
    ...(prune ? strayBundles : []).map(
      ({ id, name }): Change => ({ action: 'delete', kind: 'bundle', id, name }),
    ),
    ...(prune ? strayFeeds : []).map(
      ({ id, source, title = '' }): Change => ({
        action: 'delete',
        kind: 'feed',
        id,
        source,
        title,
      }),
    ),
  ];
  const found = feeds.filter(({ feed }) => feed !== undefined).length;
  return {
    changes,
    kept: {
      feeds: prune ? 0 : strayFeeds.length,
      bundles: prune ? 0 : strayBundles.length,
      members: compared.reduce((sum, { kept }) => sum + kept, 0),
    },
    unchanged: {
      feeds: found - updates.length,
      bundles: compared.filter(({ change }) => change === undefined).length,
    },
    before: { feeds: account.feeds.length, bundles: account.bundles.length },
    warnings: [
      ...feeds.flatMap(({ entry, feed }) =>
        feed === undefined
          ? []
          : [...selectorsWarning(entry, feed), ...documentWarning(entry, feed)],
      ),
      ...bundles.flatMap(({ entry, bundle }) =>
        bundle === undefined ? [] : bundleNameWarning(entry, bundle),
      ),
    ],
  };
}

/** Finds the feed or bundle of an entry; the oldest when several match. */
class Matcher {
  readonly #account: Account;
  readonly #feeds = new Map<string, AccountFeed>();
  readonly #bundles: ReadonlyMap<string, AccountBundle>;
  readonly feedById: ReadonlyMap<string, AccountFeed>;

  constructor(account: Account, { bundles }: Manifest) {
    this.#account = account;
    this.feedById = new Map(account.feeds.map((feed) => [feed.id, feed]));
    for (const feed of account.feeds) {
      const key = this.key(feed.source);
      if (!this.#feeds.has(key)) this.#feeds.set(key, feed);
    }
    this.#bundles = matchBundles(bundles, account.bundles);
  }

  key(source: SourceSpec): string {
    return sourceId(source, this.#account);
  }

  feedOf(source: SourceSpec): AccountFeed | undefined {
    return this.#feeds.get(this.key(source));
  }

  bundleOf(name: string): AccountBundle | undefined {
    return this.#bundles.get(name);
  }
}

function feedUpdate(
  entry: FeedEntry,
  feed: AccountFeed,
  settings: FeedSettings | undefined,
): Change[] {
  const rows = settings === undefined ? METADATA_ROWS : CHANGED_ROWS;
  const chosen = { ...feed, ...chosenFeedValues(settings ?? {}, { isOurs: true }) };
  const changed = changedValues(rows, chosen, entry);
  const access = entry.access && accessSummary(entry.access);
  const isSame = access === undefined || access === accessSummary(feed.access);
  const fields = {
    ...changed.fields,
    ...(isSame ? {} : { access: { from: accessSummary(feed.access), to: access } }),
  };
  if (Object.keys(fields).length === 0) return [];
  const { id, source } = feed;
  const update = { action: 'update', kind: 'feed', id, source, fields } as const;
  const { values } = changed;
  if (isSame || entry.access === undefined) return [{ ...update, values }];
  return [{ ...update, values, access: accessUpdate(feed.access, entry.access) }];
}

/** What a feed was created with stays: the plan warns instead. */
const CHANGED_ROWS = FEED_ROWS.filter(
  ([name, { request }]) => request !== 'create' && name !== 'selectors',
);
const METADATA_ROWS = CHANGED_ROWS.filter(([, { request }]) => request === 'metadata');

function compareBundle(
  entry: BundleEntry,
  bundle: AccountBundle | undefined,
  { matcher, prune, doomed }: { matcher: Matcher; prune: boolean; doomed: ReadonlySet<string> },
): { change?: Change; kept: number } {
  const { name } = entry;
  const wanted: Member[] = (entry.feeds ?? []).map(({ source }) => ({
    source,
    feedId: matcher.feedOf(source)?.id,
  }));
  if (bundle === undefined) {
    const { values } = changedValues(BUNDLE_ROWS, {}, entry);
    return { change: { action: 'create', kind: 'bundle', name, values, add: wanted }, kept: 0 };
  }
  const members = new Set(bundle.members);
  const ids = new Set(wanted.map(({ feedId }) => feedId));
  const add = wanted.filter(({ feedId }) => feedId === undefined || !members.has(feedId));
  const stray =
    entry.feeds === undefined
      ? []
      : bundle.members.flatMap((feedId) => {
          const feed = ids.has(feedId) ? undefined : matcher.feedById.get(feedId);
          return feed === undefined ? [] : [{ source: feed.source, feedId }];
        });
  const remove = prune ? stray.filter(({ feedId }) => !doomed.has(feedId)) : [];
  const { fields, values } = changedValues(BUNDLE_ROWS, bundle, entry);
  const kept = prune ? 0 : stray.length;
  if (Object.keys(fields).length + add.length + remove.length === 0) return { kept };
  const { id } = bundle;
  return {
    change: { action: 'update', kind: 'bundle', id, name, fields, values, add, remove },
    kept,
  };
}

/** What a file contains and is chosen otherwise: the new values, and the texts of both. */
function changedValues(rows: typeof FEED_ROWS, chosen: object, wanted: object) {
  const [before, after] = [chosen, wanted] as [Values, Values];
  const fields: Record<string, FieldChange> = {};
  const values: Values = {};
  for (const [name, { none }] of rows) {
    const from = valueText(before[name] ?? none);
    const to = valueText(after[name]);
    // A service stores texts without the white space at their ends.
    if (after[name] === undefined || from?.trim() === to?.trim()) continue;
    fields[name] = { from, to };
    values[name] = after[name];
  }
  return { fields, values };
}

type Values = Record<string, unknown>;

/** Selectors are part of the source: a service creates another feed for others, or rejects them. */
function selectorsWarning({ source, selectors }: FeedEntry, feed: AccountFeed): string[] {
  if (selectors === undefined || valueText(selectors) === valueText(feed.selectors)) return [];
  return [
    `${sourceName(source)} has other selectors in the account; they were not changed. To change them: feedctl feeds update ${feed.id} --select items=…`,
  ];
}

/** Which document is read is decided when a feed is created. */
function documentWarning(entry: FeedEntry, { id, document, ...feed }: AccountFeed): string[] {
  const { from = 'auto' } = feed;
  if (entry.from === undefined || entry.from === from || entry.from === document) return [];
  return [
    `${sourceName(entry.source)} was created with from: ${from}, and the file says ${entry.from}. It stays as it is. To change it, delete the feed and apply the file again: feedctl feeds delete ${id}`,
  ];
}

function without<T extends { id: string }>(
  rows: readonly T[],
  ids: readonly (string | undefined)[],
): T[] {
  const named = new Set(ids);
  return rows.filter(({ id }) => !named.has(id));
}
