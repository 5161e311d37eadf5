import type { FeedSettings, Filters } from '../../../client/index.js';
import {
  type BundleEntry,
  type FeedEntry,
  isNews,
  type Manifest,
  type SourceSpec,
} from '../../sources/model.js';
import { accessSummary } from '../../sources/secret-reference.js';
import { renderingTexts, sourceId, sourceName } from '../../sources/source-spec.js';
import type { Account, AccountBundle, AccountFeed } from '../account/account.js';
import { accessUpdate } from './access-update.js';
import type { Change, FieldChanges, Member, Plan } from './change.js';
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
      ({ id, source, title }): Change => ({ action: 'delete', kind: 'feed', id, source, title }),
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
  const fields = changedFields([
    ['title', feed.title, entry.title],
    ['description', feed.description, entry.description],
    ['icon', feed.icon, entry.icon],
    ['customAuthor', settings?.customAuthor ?? null, settings && entry.customAuthor],
    ['interval', settings?.interval ?? 'auto', settings && entry.interval],
    ['quietHours', settings?.quietHours ?? 'none', settings && entry.quietHours],
    ['full_text', String(settings?.full_text ?? false), settings && fullTextOf(entry)],
    ['render', renderingTexts(feed.source).render ?? 'auto', renderingTexts(entry.source).render],
    ['steps', renderingTexts(feed.source).steps ?? '[]', renderingTexts(entry.source).steps],
    ['filters', filtersText(feed.filters), entry.filters && filtersText(entry.filters)],
    ['access', accessSummary(feed.access), entry.access && accessSummary(entry.access)],
  ]);
  if (Object.keys(fields).length === 0) return [];
  const { id, source } = feed;
  const access = entry.access && fields.access && accessUpdate(feed.access, entry.access);
  return [{ action: 'update', kind: 'feed', id, source, fields, ...(access && { access }) }];
}

function compareBundle(
  entry: BundleEntry,
  bundle: AccountBundle | undefined,
  { matcher, prune, doomed }: { matcher: Matcher; prune: boolean; doomed: ReadonlySet<string> },
): { change?: Change; kept: number } {
  const { name, description, icon, filters } = entry;
  const wanted: Member[] = (entry.feeds ?? []).map(({ source }) => ({
    source,
    feedId: matcher.feedOf(source)?.id,
  }));
  if (bundle === undefined) {
    const fields = {
      ...(description ? { description } : {}),
      ...(icon ? { icon } : {}),
      ...(filters ? { filters } : {}),
    };
    return { change: { action: 'create', kind: 'bundle', name, fields, add: wanted }, kept: 0 };
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
  const fields = changedFields([
    ['description', bundle.description, description],
    ['icon', bundle.icon, icon],
    ['filters', filtersText(bundle.filters), filters && filtersText(filters)],
  ]);
  const kept = prune ? 0 : stray.length;
  if (Object.keys(fields).length + add.length + remove.length === 0) return { kept };
  const { id } = bundle;
  return { change: { action: 'update', kind: 'bundle', id, name, fields, add, remove }, kept };
}

function fullTextOf({ fullText }: FeedEntry): string | undefined {
  return fullText === undefined ? undefined : String(fullText);
}

/** Filters as one text; null without rules. */
function filtersText(filters: Filters | undefined): string | null {
  const { include = [], exclude = [] } = filters ?? {};
  return include.length + exclude.length === 0 ? null : JSON.stringify({ include, exclude });
}

/** Fields that the file contains and that differ. */
function changedFields(
  fields: readonly (readonly [name: string, from: string | null, to: string | null | undefined])[],
): FieldChanges {
  return Object.fromEntries(
    fields.flatMap(([name, from, to]) =>
      to === undefined || to === from ? [] : [[name, { from, to }]],
    ),
  );
}

/** Selectors are part of the source: a service creates another feed for others, or rejects them. */
function selectorsWarning({ source }: FeedEntry, feed: AccountFeed): string[] {
  if (isNews(source) || isNews(feed.source) || source.selectors === undefined) return [];
  if (JSON.stringify(source.selectors) === JSON.stringify(feed.source.selectors)) return [];
  return [
    `${sourceName(source)} has other selectors in the account; they were not changed. To change them: feedctl feeds update ${feed.id} --select items=…`,
  ];
}

/** Which document is read is decided when a feed is created. */
function documentWarning({ source }: FeedEntry, { id, ...feed }: AccountFeed): string[] {
  if (isNews(source) || isNews(feed.source) || source.from === undefined) return [];
  const { from = 'auto' } = feed.source;
  if (source.from === from || source.from === feed.document) return [];
  return [
    `${sourceName(source)} was created with --from ${from}, and the file says ${source.from}. It stays as it is. To change it, delete the feed and apply the file again: feedctl feeds delete ${id}`,
  ];
}

function without<T extends { id: string }>(
  rows: readonly T[],
  ids: readonly (string | undefined)[],
): T[] {
  const named = new Set(ids);
  return rows.filter(({ id }) => !named.has(id));
}
