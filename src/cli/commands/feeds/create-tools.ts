import type { FeedClient } from '../../../client/index.js';
import { keywordMode } from '../../../contract/keyword-mode.js';
import { BundleTarget } from '../../bulk/bundle-target.js';
import { KnownFeeds } from '../../bulk/known-feeds.js';
import type { MakeOptions, SourceRequest } from '../../bulk/make-feed.js';
import { CliError } from '../../kit/index.js';
import { isNews, type NewsSource } from '../../sources/model.js';
import type { Context } from '../../verbs/context.js';

export interface ToolOptions {
  ensure: boolean;
  bundle: string | undefined;
  announce: boolean;
  verify: boolean;
  quota: number | undefined;
  rate: number | undefined;
}

/**
 * What the options say of how feeds are made. Reads the account only as far as they need it.
 *
 * @throws {CliError} when the account would have more feeds than --quota allows
 */
export async function createTools(
  context: Context,
  wanted: readonly SourceRequest[],
  { ensure, bundle, announce, verify, quota, rate }: ToolOptions,
): Promise<MakeOptions & { client: FeedClient }> {
  const client = await context.client({ creates: true, writeIntervalMs: rate });
  const isForeign = async () => (await client.detectService()).version === null;
  // Elsewhere only the list tells a feed that was there from a new one, and --verify deletes.
  const looksFirst = ensure || quota !== undefined || (verify && (await isForeign()));
  const known = looksFirst
    ? await context.during('Looking through the account', () => KnownFeeds.read(client))
    : undefined;
  if (quota !== undefined && known !== undefined) checkQuota(wanted, known, quota);
  const misread = wanted.flatMap(otherReading);
  if (misread.length > 0 && (await isForeign())) await warnOfOtherReading(context, misread);
  const { signal } = context;
  const target =
    bundle === undefined ? undefined : await BundleTarget.open(client, bundle, { signal });
  await noteOtherName(context, bundle, target?.existing);
  return { client, signal, known, ensure, announce, verify, bundle: target };
}

/** Which bundle is meant, where it is not called exactly what was typed. */
async function noteOtherName(
  { notes }: Context,
  typed: string | undefined,
  found: BundleTarget['existing'],
): Promise<void> {
  if (found === undefined || typed === found.id || typed?.trim() === found.name.trim()) return;
  await notes.note(`Adding to the bundle "${found.name}" (${found.id}).`);
}

/** A text that a service guesses the meaning of in another way than it is meant. */
function otherReading(one: SourceRequest): NewsSource[] {
  if (!('source' in one) || !isNews(one.source)) return [];
  return one.source.mode === keywordMode(one.source.text) ? [] : [one.source];
}

/** A service that is not feedctl's own guesses whether a text is a search or a headline. */
async function warnOfOtherReading(
  { notes }: Context,
  [first, ...others]: readonly NewsSource[],
): Promise<void> {
  if (first === undefined) return;
  const [meant, read] =
    first.mode === 'headline' ? ['headline', 'keyword search'] : ['keyword search', 'headline'];
  const more = others.length === 0 ? '' : `, and ${others.length} more of the texts in another way`;
  await notes.warn(
    `This service cannot be told that a text is a ${meant}; it may read "${first.text}" as a ${read}${more}.`,
  );
}

function checkQuota(wanted: readonly SourceRequest[], known: KnownFeeds, quota: number): void {
  const sources = wanted.flatMap((one) => ('source' in one ? [one.source] : []));
  const fresh = known.countNew(sources);
  if (known.ids.size + fresh <= quota) return;
  throw new CliError(
    `${fresh} new feeds and the ${known.ids.size} there are make more than the ${quota} of --quota.`,
    { exitCode: 5, code: 'OVER_QUOTA', hint: 'Nothing was made. Take some of the sources out.' },
  );
}
