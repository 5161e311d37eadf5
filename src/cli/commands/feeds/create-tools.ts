import { BundleTarget } from '../../bulk/bundle-target.js';
import type { CreateTools } from '../../bulk/create-feeds.js';
import { KnownFeeds, serviceKind } from '../../bulk/known-feeds.js';
import type { SourceRequest } from '../../bulk/make-feed.js';
import { CliError } from '../../kit/index.js';
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
 * Looks at the account as far as the options need it.
 *
 * @throws {CliError} when the account would have more feeds than --quota allows
 */
export async function createTools(
  context: Context,
  wanted: readonly SourceRequest[],
  { ensure, bundle, announce, verify, quota, rate }: ToolOptions,
): Promise<CreateTools> {
  const client = await context.client({ creates: true, writeIntervalMs: rate });
  const kind = await serviceKind(client);
  // Elsewhere only the list tells a feed that was there from a new one, and --verify deletes.
  const looksFirst = ensure || quota !== undefined || (verify && !kind.isOurs);
  const known = looksFirst
    ? await context.during('Looking through the account', () => KnownFeeds.read(client))
    : undefined;
  if (quota !== undefined && known !== undefined) checkQuota(wanted, known, quota);
  const { signal } = context;
  const target =
    bundle === undefined ? undefined : await BundleTarget.open(client, bundle, { signal });
  return { client, ...kind, signal, known, ensure, announce, verify, bundle: target };
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
