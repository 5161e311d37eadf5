import type { UpdateFeedSettingsBody } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { addFeedsToBundle, removeFeedsFromBundle } from '../bundles/membership.js';
import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { deleteFeed } from '../feeds/edit-feed.js';
import { getFeedSettings, updateFeedSettings } from '../feeds/feed-settings.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import type { Refresher } from '../refresh/refresher.js';
import type { FeedAction } from './task-input.js';

/** The result of one step. */
export interface Step {
  id: string;
  /** Title of the feed, when it is known. */
  name?: string;
  /** Why it failed, for people. */
  error?: string;
  /** What a refresh brought. */
  outcome?: FeedOutcome['outcome'];
  /** What takes the step back; absent when nothing changed, or nothing can. */
  undo?: { interval: string } | { member: true };
}

export interface ActionDeps {
  deps: Deps;
  refresher(): Promise<Refresher>;
}

/** Does something with feeds of the account, one step each. A failed step does not stop the rest. */
export async function* actOnFeeds(
  { deps, refresher }: ActionDeps,
  account: Account,
  ids: readonly string[],
  what: FeedAction,
): AsyncGenerator<Step> {
  switch (what.action) {
    case 'refresh':
      return yield* refresh(await refresher(), account, ids);
    case 'add':
    case 'remove':
      return yield* changeMembers(deps, account, ids, what);
    case 'delete':
      return yield* each(ids, async (id) => {
        await deleteFeed(deps, account, id);
        return {};
      });
    case 'pause':
      return yield* each(ids, (id) => setInterval(deps, account, id, 'paused'));
    case 'interval':
      return yield* each(ids, (id) => setInterval(deps, account, id, what.interval));
    case 'restore': {
      const before = new Map(what.intervals);
      return yield* each(ids, (id) => setInterval(deps, account, id, before.get(id) ?? 'auto'));
    }
  }
}

async function* each(
  ids: readonly string[],
  step: (id: string) => Promise<Omit<Step, 'id'>>,
): AsyncGenerator<Step> {
  for (const id of ids) {
    try {
      yield { id, ...(await step(id)) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      yield { id, error: error.message };
    }
  }
}

async function setInterval(
  deps: Deps,
  account: Account,
  id: string,
  interval: string,
): Promise<Omit<Step, 'id'>> {
  const { interval: before = 'auto' } = await getFeedSettings(deps, account, id);
  if (before === interval) return {};
  const body: UpdateFeedSettingsBody = { interval };
  await updateFeedSettings(deps, account, id, body);
  return { undo: { interval: before } };
}

async function* changeMembers(
  deps: Deps,
  account: Account,
  ids: readonly string[],
  { action, bundleId }: Extract<FeedAction, { action: 'add' | 'remove' }>,
): AsyncGenerator<Step> {
  const change = action === 'add' ? addFeedsToBundle : removeFeedsFromBundle;
  const changed = new Set(await change(deps, account, bundleId, ids));
  for (const id of ids) yield { id, ...(changed.has(id) && { undo: { member: true } }) };
}

async function* refresh(
  refresher: Refresher,
  account: Account,
  ids: readonly string[],
): AsyncGenerator<Step> {
  for await (const { feedId, title, outcome, error } of refresher.refresh(account, ids)) {
    const failed = outcome === 'failed' || outcome === 'skipped';
    yield {
      id: feedId,
      name: title,
      outcome,
      ...(failed && { error: error?.message ?? 'The source could not be read.' }),
    };
  }
}
