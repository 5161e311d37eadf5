import type { FeedSettings } from '../../../client/index.js';
import { sourceKey } from '../../../contract/source.js';
import { chosenFeedValues } from '../../sources/feed-source.js';
import { type BundleEntry, isNews } from '../../sources/model.js';
import type { Position } from '../../sources/problem.js';
import { bundleValues, feedValues } from '../../sources/values.js';
import { type Exported, type ExportedFeed, exactId } from '../write/document.js';
import type { Account, AccountBundle, AccountFeed } from './account.js';
import { SecretNames } from './name-secrets.js';

/** Nothing of an account stands in a file yet. */
const NOWHERE: Position = { line: 0, column: 0 };

export interface ExportResult extends Exported {
  /** What a file cannot express, or expresses differently. */
  warnings: string[];
}

/**
 * The account as written to a file: each source once, each bundle name once. Empty texts are
 * omitted, so that an import uses the texts of the source.
 *
 * @param settings by feed id; a feed without an entry is written without settings
 */
export function exportAccount(
  { feeds, bundles }: Account,
  settings: ReadonlyMap<string, FeedSettings>,
): ExportResult {
  const warnings: string[] = [];
  const kept = new Map<string, ExportedFeed>();
  const byId = new Map<string, ExportedFeed>();
  const secrets = new SecretNames();
  for (const feed of feeds) {
    if (!isNews(feed.source) && sourceKey(feed.source.url) === null) {
      warnings.push(
        `Feed ${feed.id} was skipped: its source "${feed.source.url}" is not an address.`,
      );
      continue;
    }
    const key = exactId(feed.source);
    const before = kept.get(key);
    if (before !== undefined) {
      warnings.push(`Feed ${feed.id} was skipped: an older feed has the same source.`);
    }
    const exported = before ?? toEntry(feed, settings.get(feed.id), secrets);
    kept.set(key, exported);
    byId.set(feed.id, exported);
  }
  return { feeds: [...kept.values()], bundles: mergeBundles(bundles, byId, warnings), warnings };
}

function toEntry(
  feed: AccountFeed,
  settings: FeedSettings | undefined,
  secrets: SecretNames,
): ExportedFeed {
  const { source, rssFeedUrl, access } = feed;
  return {
    source,
    ...feedValues(feed),
    ...chosenFeedValues(settings ?? {}, { isOurs: true }),
    ...(access === undefined || isNews(source)
      ? {}
      : { access: secrets.referencesOf(source.url, access) }),
    rssFeedUrl,
    at: NOWHERE,
  };
}

function mergeBundles(
  bundles: readonly AccountBundle[],
  byId: ReadonlyMap<string, ExportedFeed>,
  warnings: string[],
): BundleEntry[] {
  const merged = new Map<string, BundleEntry>();
  for (const bundle of bundles) {
    const name = bundle.name.trim();
    if (name === '') {
      warnings.push(`Bundle ${bundle.id} was skipped: it has no name.`);
      continue;
    }
    const before = merged.get(name);
    if (before !== undefined) {
      warnings.push(
        `The members of bundle ${bundle.id} were added to the older bundle named "${name}".`,
      );
    }
    const members = bundle.members.flatMap((id) => byId.get(id) ?? []);
    const all = new Set([
      ...(before?.feeds ?? []).map(({ source }) => source),
      ...members.map(({ source }) => source),
    ]);
    merged.set(name, {
      ...(before ?? { name, ...bundleValues(bundle), at: NOWHERE }),
      feeds: [...all].map((source) => ({ source, at: NOWHERE })),
    });
  }
  return [...merged.values()];
}
