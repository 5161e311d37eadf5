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
import type { HttpDeps } from '../../../http-deps.js';
import { type Form, readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { startTask } from '../tasks/start-task.js';
import { type ListQuery, readListQuery } from './list-query.js';

/** Feeds that one task takes. */
const MAX_SELECTED = 20_000;

type Answer = (context: PageContext, query: ListQuery, error: string) => Promise<Response>;

/** `POST /dashboard/feeds/selection`: does something with the selected feeds of the list. */
export function postSelection(app: PageApp, http: HttpDeps, refused: Answer): void {
  const { deps } = http;
  app.post('/dashboard/feeds/selection', async (context) => {
    const { account } = context.get('session');
    const form = await readForm(context);
    const query = readListQuery(new URLSearchParams(form.text('query')));
    try {
      const ids = await selected(deps, account, form, query);
      const action = form.text('action');
      if (action === 'export') return await seeExport(context, deps, account, ids);
      const what = await actionOf(deps, account, form);
      const input = { kind: 'feeds', ids, do: what } as const;
      const id = await planTask(deps, account, { input, total: ids.length });
      const isSure = what.action !== 'delete' && !form.has('all');
      if (isSure) await startTask(http, account, id);
      return seeOther(context, `tasks/${id}`);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      return refused(context, query, error.message);
    }
  });
}

/** The export of a selection is a task that waits for a format. */
async function seeExport(
  context: PageContext,
  deps: Deps,
  account: Account,
  ids: readonly string[],
): Promise<Response> {
  const input = { kind: 'export', ids } as const;
  const id = await planTask(deps, account, { input, total: ids.length });
  return seeOther(context, `transfer?selection=${id}`);
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
