import type { BundleSummary, FeedSummary } from '../../../client/index.js';
import { normalisedSource } from '../../../contract/source.js';
import type { FindingKind } from './audit.js';

/** Something that is wrong, and the commands that mend it. */
export interface Finding {
  finding: FindingKind;
  /** What it is about: a feed, or the bundle with a dangling member. */
  id: string;
  title: string;
  detail: string;
  /** Words of commands after `feedctl`; none when only a person can tell. */
  mend: readonly (readonly string[])[];
}

/** What an account holds. */
export interface Account {
  /** Newest first, as lists come. */
  feeds: readonly FeedSummary[];
  bundles: readonly BundleSummary[];
}

/** The bundle that is suggested where there is more than one to choose from. */
const UNSORTED = 'Unsorted';

/**
 * Feeds that no combined address shows. They are suggested for the only bundle there is, else for
 * one of their own, which the first of these commands makes.
 */
export function withoutBundle({ feeds, bundles }: Account): Finding[] {
  const members = new Set(bundles.flatMap((bundle) => bundle.feeds));
  const target =
    bundles.find(({ name }) => name === UNSORTED) ??
    (bundles.length === 1 ? bundles[0] : undefined);
  return feeds
    .filter(({ id }) => !members.has(id))
    .map(({ id, title }, index) => ({
      finding: 'no-bundle',
      id,
      title,
      detail: 'It is in no bundle.',
      mend: [
        target === undefined && index === 0
          ? ['bundles', 'create', '--name', UNSORTED, '--feed', id]
          : ['bundles', 'add', target?.id ?? UNSORTED, id],
      ],
    }));
}

/** Members of bundles that are no feeds of the account. */
export function dangling({ feeds, bundles }: Account): Finding[] {
  const known = new Set(feeds.map(({ id }) => id));
  return bundles.flatMap((bundle) =>
    bundle.feeds
      .filter((member) => !known.has(member))
      .map((member) => ({
        finding: 'dangling' as const,
        id: bundle.id,
        title: bundle.name,
        detail: `Its member ${member} no longer exists.`,
        mend: [['bundles', 'remove', bundle.id, member]],
      })),
  );
}

/**
 * Feeds whose source another one has already. The one to keep is in the most bundles; of several,
 * the oldest, whose address has been given out for longest.
 */
export function duplicates({ feeds, bundles }: Account): Finding[] {
  return groupsOfOneSource(feeds).flatMap((group) => {
    if (group.length < 2 || group[0]?.source_url === '') return [];
    const bundlesOf = (id: string) => bundles.filter((bundle) => bundle.feeds.includes(id));
    const kept = group.reduce((best, each) =>
      bundlesOf(each.id).length >= bundlesOf(best.id).length ? each : best,
    );
    return group
      .filter((feed) => feed !== kept)
      .map((feed) => ({
        finding: 'duplicate' as const,
        id: feed.id,
        title: feed.title,
        detail: `The same source as ${kept.id}, ${kept.source_url}`,
        mend: [
          ...bundlesOf(feed.id)
            .filter((bundle) => !bundle.feeds.includes(kept.id))
            .map((bundle) => ['bundles', 'add', bundle.id, kept.id]),
          ['feeds', 'delete', feed.id],
        ],
      }));
  });
}

function groupsOfOneSource(feeds: readonly FeedSummary[]): FeedSummary[][] {
  const groups = new Map<string, FeedSummary[]>();
  for (const feed of feeds) {
    const source = normalisedSource(feed.source_url);
    const group = groups.get(source);
    if (group === undefined) groups.set(source, [feed]);
    else group.push(feed);
  }
  return [...groups.values()];
}

/** Feeds that the service has stopped reading. */
export function inactive({ feeds }: Account): Finding[] {
  return feeds
    .filter(({ is_active }) => !is_active)
    .map(({ id, title, source_url }) => ({
      finding: 'inactive',
      id,
      title,
      detail: `The service no longer reads ${source_url}`,
      mend: [['feeds', 'delete', id]],
    }));
}

/** A feed that was read and has nothing in it. */
export function empty({ id, title, source_url }: FeedSummary): Finding {
  return {
    finding: 'empty',
    id,
    title,
    detail: `Nothing came from ${source_url}`,
    mend: [['feeds', 'delete', id]],
  };
}
