import { onTestFinished } from 'vitest';
import { serviceKind } from '../../src/cli/bulk/known-feeds.js';
import { readAccount, withSettings } from '../../src/cli/manifest/account.js';
import { applyPlan, type ChangeResult } from '../../src/cli/manifest/apply/apply-plan.js';
import { exportAccount } from '../../src/cli/manifest/export-account.js';
import type { FileFormat } from '../../src/cli/manifest/file-format.js';
import { FORMAT_TABLE } from '../../src/cli/manifest/formats.js';
import type { Plan } from '../../src/cli/manifest/plan/change.js';
import { makePlan } from '../../src/cli/manifest/plan/make-plan.js';
import type { Manifest } from '../../src/cli/sources/model.js';
import { FeedClient } from '../../src/client/index.js';
import {
  type HostedDialect,
  type HostedDialectOptions,
  startHostedDialect,
} from '../fakes/hosted-dialect.js';

/** An account at a hosted service, and a client for it that does not dawdle. */
export async function hostedAccount(
  options: Partial<HostedDialectOptions> = {},
): Promise<{ hosted: HostedDialect; client: FeedClient }> {
  const hosted = await startHostedDialect(options);
  const { key, secret } = hosted.account;
  const client = new FeedClient({
    baseUrl: hosted.url,
    apiKey: key,
    apiSecret: secret,
    writeIntervalMs: 0,
  });
  onTestFinished(async () => {
    await client.close();
    await hosted.close();
  });
  return { hosted, client };
}

/** The account as a file. */
export async function exported(client: FeedClient, format: FileFormat): Promise<string> {
  const parts = await FORMAT_TABLE[format].write(exportAccount(await wholeAccount(client)));
  return [...parts].join('');
}

async function wholeAccount(client: FeedClient) {
  const account = await readAccount(client);
  const feeds = await withSettings(client, account.feeds, await serviceKind(client));
  return { ...account, feeds };
}

export async function planned(
  client: FeedClient,
  manifest: Manifest,
  { prune = false } = {},
): Promise<Plan> {
  return makePlan(client, manifest, { file: 'feeds.yaml', prune });
}

export async function applied(client: FeedClient, plan: Plan): Promise<ChangeResult[]> {
  const { signal } = new AbortController();
  const results: ChangeResult[] = [];
  const tools = { client, signal, ...(await serviceKind(client)) };
  for await (const result of applyPlan(plan, tools)) results.push(result);
  return results;
}

/** What two accounts have in common when one was made from the other: everything but ids. */
export async function contents(client: FeedClient) {
  const account = await wholeAccount(client);
  const sources = new Map(account.feeds.map(({ id, source }) => [id, source]));
  return {
    feeds: account.feeds.map(({ id: _, rssFeedUrl: __, ...feed }) => feed),
    bundles: account.bundles.map(({ id: _, members, ...bundle }) => ({
      ...bundle,
      members: new Set(members.map((id) => sources.get(id))),
    })),
  };
}
