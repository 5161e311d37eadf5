import { collect } from '../../../base/collect.js';
import type { FeedClient } from '../../../client/index.js';
import { keywordMode } from '../../../contract/keyword-mode.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { type BundleTarget, openBundleTarget } from '../../bulk/bundle-target.js';
import type { CreateTools } from '../../bulk/create-feeds.js';
import { type KnownFeeds, readKnownFeeds } from '../../bulk/known-feeds.js';
import type { MakeOptions, SourceRequest } from '../../bulk/make-feed.js';
import { CliError } from '../../kit/index.js';
import { isNews, type NewsSource } from '../../sources/model.js';
import { SEARCH_KINDS } from '../../sources/search-kinds.js';
import { canonicalFilters } from '../../sources/values.js';
import type { Context } from '../../verbs/context.js';
import { readFields } from '../base/index.js';
import { requireOwnService } from '../base/send-changes.js';
import type { CreateOptions } from './create-options.js';

/**
 * Prepares what the options require. Reads the account only when needed.
 *
 * @throws {CliError} when the account would have more feeds than --quota allows
 */
export async function createTools(
  context: Context,
  wanted: readonly SourceRequest[],
  { ensure, bundle, announce, verify, quota, rate, ...typed }: CreateOptions,
): Promise<MakeOptions & Pick<CreateTools, 'client' | 'named'>> {
  const client = await context.client({ creates: true, writeIntervalMs: rate });
  const { filters } = readFields(FEED_FIELDS, typed);
  const all = wanted.flatMap((one) => ('source' in one ? [one] : []));
  await requireOwnService(client, Object.assign({ filters }, ...all.map(({ values }) => values)));
  const isForeign = async () => (await client.detectService()).version === null;
  // The list is needed to detect existing feeds of other services, before --verify may delete one.
  const readsList = ensure || quota !== undefined || (verify && (await isForeign()));
  const known = readsList
    ? await context.during('Reading the feeds of the account', () => readKnownFeeds(client))
    : undefined;
  if (quota !== undefined && known !== undefined) checkQuota(wanted, known, quota);
  const misread = wanted.flatMap(ambiguousText);
  if (misread.length > 0 && (await isForeign())) await warnAmbiguous(context, misread);
  const { signal } = context;
  const named = await openBundles(context, client, [
    ...(bundle === undefined ? [] : [bundle]),
    ...all.flatMap(({ bundles = [] }) => bundles),
  ]);
  const target = bundle === undefined ? undefined : named.get(bundle);
  return {
    client,
    signal,
    known,
    ensure,
    announce,
    verify,
    bundles: target && [target],
    named,
    values: { filters: filters && canonicalFilters(filters) },
  };
}

/** The bundles with these names; the list of bundles is read once. */
async function openBundles(
  context: Context,
  client: FeedClient,
  names: readonly string[],
): Promise<ReadonlyMap<string, BundleTarget>> {
  const targets = new Map<string, BundleTarget>();
  if (names.length === 0) return targets;
  const all = await collect(client.bundles());
  for (const name of new Set(names)) {
    const target = await openBundleTarget(client, name, { signal: context.signal, all });
    await noteOtherName(context, name, target.existing);
    targets.set(name, target);
  }
  return targets;
}

/** Notes which bundle is used when its name differs from the given one. */
async function noteOtherName(
  { notes }: Context,
  typed: string | undefined,
  found: BundleTarget['existing'],
): Promise<void> {
  if (found === undefined || typed === found.id || typed?.trim() === found.name.trim()) return;
  await notes.note(`Adding to the bundle "${found.name}" (${found.id}).`);
}

/** A text whose kind a service that guesses it would get wrong. */
function ambiguousText(one: SourceRequest): NewsSource[] {
  if (!('source' in one) || !isNews(one.source)) return [];
  return one.source.mode === keywordMode(one.source.text) ? [] : [one.source];
}

/** Warns about texts whose kind is ambiguous: only feedctl services accept `mode`; others guess. */
async function warnAmbiguous(
  { notes }: Context,
  [first, ...others]: readonly NewsSource[],
): Promise<void> {
  if (first === undefined) return;
  const [meant, read] = [first.mode, keywordMode(first.text)].map(
    (mode) => SEARCH_KINDS[mode].noun,
  );
  const more =
    others.length === 0
      ? ''
      : `; ${others.length} more ${others.length === 1 ? 'text is' : 'texts are'} also ambiguous`;
  await notes.warn(
    `This service does not support the mode ${meant}; it may treat "${first.text}" as a ${read}${more}.`,
  );
}

function checkQuota(wanted: readonly SourceRequest[], known: KnownFeeds, quota: number): void {
  const sources = wanted.flatMap((one) => ('source' in one ? [one.source] : []));
  const fresh = known.countNew(sources);
  if (known.ids.size + fresh <= quota) return;
  throw new CliError(
    `${fresh} new feeds and ${known.ids.size} existing feeds exceed --quota ${quota}.`,
    { exitCode: 5, code: 'OVER_QUOTA', hint: 'No feed was created. Remove some sources.' },
  );
}
