import type { MaskedAccess } from '../../../client/index.js';
import type { BundleEntry, FeedEntry, Manifest, SourceSpec } from '../../sources/model.js';
import {
  ACCESS_NAMES,
  type AccessChanges,
  type AccessReferences,
  accessSummary,
} from '../../sources/secret-reference.js';
import { sourceId, sourceName } from '../../sources/source-spec.js';
import { BUNDLE_ROWS, FEED_ROWS, valueText } from '../../sources/values.js';
import type { Account, AccountBundle, AccountFeed } from '../account.js';
import type { BundleChange, Change, FeedChange, FieldChange, Plan } from './change.js';
import { bundleNameWarning, matchBundles } from './match-bundles.js';

/**
 * Compares the account with the file. Without `prune`, nothing is removed: no feeds, no bundles,
 * no members.
 */
export function diff(manifest: Manifest, account: Account, { prune }: { prune: boolean }): Plan {
  const bySource = new Map<string, AccountFeed>();
  // Of several feeds with one source, the oldest counts.
  for (const feed of account.feeds.toReversed()) bySource.set(sourceId(feed.source, account), feed);
  const feedOf = (source: SourceSpec) => bySource.get(sourceId(source, account));
  const byName = matchBundles(manifest.bundles, account.bundles);
  const feeds = manifest.feeds.map((entry) => ({ entry, now: feedOf(entry.source) }));
  const bundles = manifest.bundles.map((entry) => ({ entry, now: byName.get(entry.name) }));
  const strayFeeds = strays(account.feeds, feeds);
  const strayBundles = strays(account.bundles, bundles);
  const feedChanges = feeds.flatMap(({ entry, now }) => feedChange(entry, now) ?? []);
  const byId = new Map(account.feeds.map((feed) => [feed.id, feed]));
  // Deleting a feed also removes it from its bundles.
  const doomed = new Set(prune ? strayFeeds : []);
  const compared = bundles.map(({ entry, now }) =>
    bundleChange(entry, now, { feedOf, byId, prune, doomed }),
  );
  const bundleChanges = compared.flatMap(({ change }) => change ?? []);
  const nothing = { action: 'delete', fields: {}, values: {} } as const;
  const changes: Change[] = [
    ...feedChanges.filter(({ action }) => action === 'create'),
    ...feedChanges.filter(({ action }) => action === 'update'),
    ...bundleChanges,
    ...(prune ? strayBundles : []).map(
      ({ id, name }) => ({ ...nothing, kind: 'bundle', id, name, add: [], remove: [] }) as const,
    ),
    ...(prune ? strayFeeds : []).map(
      ({ id, source, title }) => ({ ...nothing, kind: 'feed', id, source, title }) as const,
    ),
  ];
  return {
    changes,
    kept: {
      feeds: prune ? 0 : strayFeeds.length,
      bundles: prune ? 0 : strayBundles.length,
      members: compared.reduce((sum, { kept }) => sum + kept, 0),
    },
    unchanged: {
      feeds: feeds.length - feedChanges.length,
      bundles: bundles.length - bundleChanges.length,
    },
    before: { feeds: account.feeds.length, bundles: account.bundles.length },
    warnings: [
      ...feeds.flatMap(({ entry, now }) =>
        now === undefined ? [] : [...selectorsWarning(entry, now), ...documentWarning(entry, now)],
      ),
      ...bundles.flatMap(({ entry, now }) =>
        now === undefined ? [] : bundleNameWarning(entry, now),
      ),
    ],
  };
}

/** Objects of the account without an entry in the file. */
function strays<T>(all: readonly T[], meant: readonly { now: T | undefined }[]): T[] {
  const found = new Set(meant.map(({ now }) => now));
  return all.filter((each) => !found.has(each));
}

/** Fields that can change. The others are set at creation and stay: the plan warns instead. */
const CHANGED_ROWS = FEED_ROWS.filter(
  ([name, { request }]) => request !== 'create' && name !== 'selectors',
);

/** Undefined if the feed matches the file. */
function feedChange(entry: FeedEntry, now: AccountFeed | undefined): FeedChange | undefined {
  const { fields, values } = compared(now === undefined ? FEED_ROWS : CHANGED_ROWS, now, entry);
  const from = accessSummary(now?.access);
  const to = entry.access === undefined ? from : accessSummary(entry.access);
  if (from !== to) fields.access = { from, to };
  if (now !== undefined && Object.keys(fields).length === 0) return undefined;
  return {
    action: now === undefined ? 'create' : 'update',
    kind: 'feed',
    ...(now !== undefined && { id: now.id }),
    source: now?.source ?? entry.source,
    fields,
    values,
    ...(from !== to && { access: accessUpdate(now?.access, entry.access) }),
  };
}

/**
 * The changes of headers and secrets. The service does not return secrets, so only the names of the
 * values can be compared; if they differ, all are written again.
 */
function accessUpdate(now: MaskedAccess = {}, wanted: AccessReferences = {}): AccessChanges {
  const removed = (names: readonly string[]) => names.map((name) => [name, null]);
  const headers = {
    ...Object.fromEntries(removed(Object.keys(now.headers ?? {}))),
    ...wanted.headers,
  };
  const { headers: _, ...others } = wanted;
  return {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...Object.fromEntries(removed(ACCESS_NAMES.filter((name) => now[name] !== undefined))),
    ...others,
  };
}

interface Surroundings {
  feedOf(source: SourceSpec): AccountFeed | undefined;
  byId: ReadonlyMap<string, AccountFeed>;
  prune: boolean;
  /** Feeds to delete. */
  doomed: ReadonlySet<AccountFeed>;
}

function bundleChange(
  entry: BundleEntry,
  now: AccountBundle | undefined,
  { feedOf, byId, prune, doomed }: Surroundings,
): { change?: BundleChange; kept: number } {
  const { name, feeds } = entry;
  const { fields, values } = compared(BUNDLE_ROWS, now, entry);
  const members = new Set(now?.members.flatMap((id) => byId.get(id) ?? []));
  const hasAll = entry.all_feeds ?? now?.all_feeds ?? false;
  const wanted = hasAll ? undefined : feeds?.map(({ source }) => ({ source, now: feedOf(source) }));
  const stray = wanted === undefined ? [] : strays([...members], wanted);
  const add = (wanted ?? [])
    .filter((member) => member.now === undefined || !members.has(member.now))
    .map((member) => ({ source: member.source, feedId: member.now?.id }));
  const remove = (prune ? stray : [])
    .filter((feed) => !doomed.has(feed))
    .map(({ source, id: feedId }) => ({ source, feedId }));
  const kept = prune ? 0 : stray.length;
  const isSame = Object.keys(fields).length + add.length + remove.length === 0;
  if (now !== undefined && isSame) return { kept };
  const action = now === undefined ? 'create' : 'update';
  const id = now === undefined ? {} : { id: now.id };
  return { change: { action, kind: 'bundle', ...id, name, fields, values, add, remove }, kept };
}

type Values = Record<string, unknown>;

/**
 * The fields that differ: new values, and both values as texts. For an object that does not exist
 * yet, every field of the file.
 */
function compared(rows: typeof FEED_ROWS, now: object | undefined, wanted: object) {
  const [before, after] = [now as Values | undefined, wanted as Values];
  const fields: Record<string, FieldChange> = {};
  const values: Values = {};
  for (const [name, { none }] of rows) {
    const from = before === undefined ? null : valueText(before[name] ?? none);
    const to = valueText(after[name]);
    // A service stores texts without the white space at their ends.
    if (after[name] === undefined || from?.trim() === to?.trim()) continue;
    fields[name] = { from, to };
    values[name] = after[name];
  }
  return { fields, values };
}

/**
 * A warning if the selectors differ. They are part of the source: a service creates another feed
 * for them, or rejects them.
 */
function selectorsWarning({ source, selectors }: FeedEntry, now: AccountFeed): string[] {
  if (selectors === undefined || valueText(selectors) === valueText(now.selectors)) return [];
  return [
    `${sourceName(source)} has other selectors in the account; they were not changed. To change them: feedctl feeds update ${now.id} --select items=…`,
  ];
}

/** A warning if the kind of document differs, which is decided when a feed is created. */
function documentWarning(entry: FeedEntry, { id, document, from = 'auto' }: AccountFeed): string[] {
  if (entry.from === undefined || entry.from === from || entry.from === document?.kind) return [];
  return [
    `${sourceName(entry.source)} was created with from: ${from}, and the file says ${entry.from}. It stays as it is. To change it, delete the feed and apply the file again: feedctl feeds delete ${id}`,
  ];
}
