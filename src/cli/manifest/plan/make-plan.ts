import { counted } from '../../../base/text.js';
import type { FeedClient } from '../../../client/index.js';
import { serviceKind } from '../../bulk/known-feeds.js';
import { giveWay } from '../../kit/index.js';
import type { FeedEntry, Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { sourceId, sourceName } from '../../sources/source-spec.js';
import { BUNDLE_ROWS, FEED_ROWS, settingsOf } from '../../sources/values.js';
import type { Context } from '../../verbs/context.js';
import { readAccount, withSettings } from '../account.js';
import type { Plan } from './change.js';
import { diff } from './diff.js';

interface PlanOptions {
  /** Name of the file, for messages. */
  file: string;
  prune: boolean;
  /** Shows the progress of reading; without it, none is shown. */
  context?: Context;
}

/** Compares the account with a file; reads the settings of the feeds whose entries contain one. */
export async function makePlan(
  client: FeedClient,
  manifest: Manifest,
  { file, prune, context }: PlanOptions,
): Promise<Plan> {
  const kind = await serviceKind(client);
  const read = () => readAccount(client);
  const account = await (context?.during('Reading the account', read) ?? read());
  if (!account.tellsModes) refuseTwins(manifest.feeds, file);
  const wanted = kind.isOurs ? manifest : withoutExtensions(manifest);
  const withSetting = new Set(
    wanted.feeds
      .filter((entry) => Object.keys(settingsOf(entry)).length > 0)
      .map(({ source }) => sourceId(source, account)),
  );
  const feeds = await withSettings(client, account.feeds, kind, {
    isWanted: ({ source }) => withSetting.has(sourceId(source, account)),
    context,
  });
  if (context !== undefined) await giveWay(context.signal);
  const plan = diff(wanted, { ...account, feeds }, { prune });
  return {
    ...plan,
    warnings: [
      ...plan.warnings,
      ...(kind.isOurs ? [] : ignoredWarning(manifest)),
      ...(account.shifted
        ? ['The account changed while it was being read. Plan again for a consistent result.']
        : []),
    ],
  };
}

/**
 * Fields of feedctl's own service that a feed can lack elsewhere. Without other such fields it
 * would be another feed, so its creation fails.
 */
const DISPENSABLE = [...FEED_ROWS, ...BUNDLE_ROWS].flatMap(([name, { own }]) =>
  own && name !== 'from' && name !== 'selectors' ? [name] : [],
);

function withoutExtensions({ feeds, bundles, ...rest }: Manifest): Manifest {
  return { ...rest, feeds: feeds.map(withoutRows), bundles: bundles.map(withoutRows) };
}

function withoutRows<T extends object>(entry: T): T {
  const kept = Object.entries(entry).filter(([name]) => !DISPENSABLE.includes(name));
  return Object.fromEntries(kept) as T;
}

function ignoredWarning({ feeds, bundles }: Manifest): string[] {
  const ignored = [...feeds, ...bundles]
    .map((entry) => DISPENSABLE.filter((name) => name in entry))
    .filter((names) => names.length > 0);
  if (ignored.length === 0) return [];
  const names = [...new Set(ignored.flat())].join(', ');
  return [
    `This service does not support ${names}; those of ${counted(ignored.length, 'object')} are ignored.`,
  ];
}

/**
 * Refuses a headline and a search for the same words on such a service: it treats both as one feed,
 * which would change at every run.
 */
function refuseTwins(feeds: readonly FeedEntry[], file: string): void {
  const seen = new Map<string, FeedEntry>();
  for (const entry of feeds) {
    const key = sourceId(entry.source, { tellsModes: false });
    const twin = seen.get(key);
    if (twin !== undefined) {
      const message = `${sourceName(entry.source)} is the same feed for this service as line ${twin.at.line}`;
      throw invalidFile(file, [{ at: entry.at, message }]);
    }
    seen.set(key, entry);
  }
}
