import { updateFeedSettingsBodySchema } from '../../../../../contract/index.js';
import { FEED_FIELDS } from '../../../../../resources/feed.js';
import type { Account } from '../../../../accounts/account.js';
import { findBundle } from '../../../../bundles/bundle.js';
import { createBundle } from '../../../../bundles/edit-bundle.js';
import { addFeedToBundle } from '../../../../bundles/membership.js';
import { ServiceError } from '../../../../core/errors.js';
import { createFeed } from '../../../../feeds/create-feed.js';
import type { Deps } from '../../../../feeds/deps.js';
import { updateFeed } from '../../../../feeds/edit-feed.js';
import { updateFeedSettings } from '../../../../feeds/feed-settings.js';
import { InvalidFields, parseOrRefuse } from '../../../error-response.js';
import { problemsOf } from '../../kit/inputs.js';
import { changesIn, problemsIn, textsOf } from '../../kit/resource-inputs.js';
import { type Draft, filtersOf, sourceBody } from './draft.js';
import {
  lengthProblem,
  type Problems,
  problemOf,
  sourceProblems,
  withoutEmpty,
} from './problems.js';

export type Creation = { id: string; created: boolean } | { problems: Problems };

/**
 * Creates the feed of a draft with its title, bundle and interval. A feed that the account has
 * already keeps its settings and only joins the bundle.
 */
export async function createFromDraft(
  deps: Deps,
  account: Account,
  draft: Draft,
  isSearch: boolean,
): Promise<Creation> {
  const problems = { ...sourceProblems(draft, isSearch), ...settingsProblems(draft) };
  if (Object.keys(problems).length > 0) return { problems };
  try {
    const { bundle = '' } = draft;
    // Before the feed is created: what is wrong with its settings must not leave half of it.
    if (isBundleId(bundle)) await findBundle(deps.store.db, account, bundle);
    const filters = filtersOf(draft);
    const { feed, created } = await createFeed(deps, account, {
      ...sourceBody(draft),
      ...(filters === undefined ? {} : { filters }),
      ...(draft.full_text === 'on' ? { full_text: true } : {}),
    });
    if (created) await applySettings(deps, account, feed.id, draft);
    await joinBundle(deps, account, feed.id, draft);
    return { id: feed.id, created };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return { problems: problemOf(error, draft) };
  }
}

function isBundleId(bundle: string): boolean {
  return bundle !== '' && bundle !== 'new';
}

/** What is wrong with the settings of the new feed. */
function settingsProblems(draft: Draft): Problems {
  const { title = '', bundle = '', new_bundle: newBundle = '' } = draft;
  return withoutEmpty({
    title: lengthProblem(title),
    new_bundle:
      bundle === 'new' && newBundle === ''
        ? 'Enter a name for the new bundle.'
        : lengthProblem(newBundle),
    ...scheduleProblems(draft),
  });
}

function scheduleProblems(draft: Draft): Record<string, string | undefined> {
  try {
    scheduleOf(draft);
    return {};
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    return problemsOf(error.problems, problemsIn(FEED_FIELDS, SCHEDULE));
  }
}

const SCHEDULE = ['interval', 'quiet_hours'] as const;

/** @throws InvalidFields */
function scheduleOf(draft: Draft) {
  const defaults = textsOf(FEED_FIELDS, SCHEDULE, {});
  const form = { text: (name: string) => draft[name] || defaults[name] || '' };
  const changes = changesIn(FEED_FIELDS, SCHEDULE, form, defaults);
  return parseOrRefuse(updateFeedSettingsBodySchema, changes);
}

async function applySettings(
  deps: Deps,
  account: Account,
  id: string,
  draft: Draft,
): Promise<void> {
  const { title = '', source_title: sourceTitle = '' } = draft;
  if (title !== '' && title !== sourceTitle) await updateFeed(deps, account, id, { title });
  await updateFeedSettings(deps, account, id, scheduleOf(draft));
}

async function joinBundle(
  deps: Deps,
  account: Account,
  feedId: string,
  { bundle = '', new_bundle: name = '' }: Draft,
): Promise<void> {
  if (bundle === 'new') await createBundle(deps, account, { name, feeds: [feedId] });
  else if (bundle !== '') await addFeedToBundle(deps, account, bundle, feedId);
}
