import {
  createBundleBodySchema,
  INTERVAL_RULE,
  parseInterval,
} from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { findBundle } from '../../../../bundles/bundle.js';
import { createBundle } from '../../../../bundles/edit-bundle.js';
import { ServiceError } from '../../../../core/errors.js';
import { matchingFeeds } from '../../../../dashboard/feed-query.js';
import type { FeedAction } from '../../../../dashboard/task-input.js';
import { planTask } from '../../../../dashboard/tasks.js';
import type { Deps } from '../../../../feeds/deps.js';
import { parseOrRefuse } from '../../../error-response.js';
import type { Form } from '../../frame/read-form.js';
import type { GoTo, Visit } from '../../kit/screen.js';
import { startTask } from '../tasks/start-task.js';
import { type ListQuery, readListQuery } from './list-query.js';

/** Feeds that one task takes. */
const MAX_SELECTED = 20_000;

/** Does something with the ticked feeds of the list. @throws ServiceError INVALID_FIELD */
export async function selectionAction(visit: Visit, form: Form): Promise<GoTo> {
  const { deps, account } = visit;
  const query = readListQuery(new URLSearchParams(form.text('query')));
  const ids = await selected(deps, account, form, query);
  const action = form.text('action');
  if (action === 'export') {
    // It waits for a format.
    const input = { kind: 'export', ids } as const;
    const id = await planTask(deps, account, { input, total: ids.length });
    return { to: `transfer?selection=${id}` };
  }
  const input = { kind: 'feeds', ids, do: await actionOf(deps, account, form) } as const;
  const id = await planTask(deps, account, { input, total: ids.length });
  const isSure = input.do.action !== 'delete' && !form.has('all');
  if (isSure) await startTask(visit.http, account, id);
  return { to: `tasks/${id}` };
}

/** @throws ServiceError INVALID_FIELD when nothing is selected */
async function selected(
  deps: Deps,
  account: Account,
  form: Form,
  query: ListQuery,
): Promise<string[]> {
  const ids = form.has('all')
    ? await matchingFeeds(deps.store.db, account, query, { limit: MAX_SELECTED, offset: 0 })
    : [...new Set(form.all('feed'))].slice(0, MAX_SELECTED);
  if (ids.length > 0) return ids;
  throw new ServiceError('INVALID_FIELD', 'No feed is selected. Tick the feeds in the list first.');
}

/** @throws ServiceError INVALID_FIELD, BUNDLE_NOT_FOUND */
async function actionOf(deps: Deps, account: Account, form: Form): Promise<FeedAction> {
  const action = form.text('action');
  switch (action) {
    case 'refresh':
    case 'pause':
    case 'delete':
      return { action };
    case 'resume':
      return { action: 'interval', interval: 'auto' };
    case 'interval':
      return { action, interval: intervalOf(form.text('interval')) };
    case 'add':
    case 'remove':
      return { action, ...(await bundleOf(deps, account, form, action)) };
    default:
      throw new ServiceError('INVALID_FIELD', 'Choose what to do with the selected feeds.');
  }
}

function intervalOf(text: string): string {
  if (parseInterval(text) !== null) return text;
  throw new ServiceError('INVALID_FIELD', `The interval must be ${INTERVAL_RULE}.`);
}

async function bundleOf(deps: Deps, account: Account, form: Form, action: 'add' | 'remove') {
  const id = form.text('bundle');
  const name = form.text('bundle_name');
  if (id !== '') {
    const bundle = await findBundle(deps.store.db, account, id);
    return { bundleId: id, bundleName: bundle.name };
  }
  if (action === 'remove' || name === '') {
    throw new ServiceError(
      'INVALID_FIELD',
      action === 'remove' ? 'Choose a bundle.' : 'Choose a bundle, or name a new one.',
    );
  }
  const bundle = await createBundle(deps, account, parseOrRefuse(createBundleBodySchema, { name }));
  return { bundleId: bundle.id, bundleName: bundle.name };
}
