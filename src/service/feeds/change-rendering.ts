import type { RenderChoice } from '../../contract/index.js';
import { isSearch } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { checkRendering } from '../sources/rendering.js';
import type { Deps } from './deps.js';
import { feedNotFound } from './feed.js';
import { READ_ANEW } from './next-fetch.js';
import { renderColumn, stepsColumn, storedSteps } from './rendering-columns.js';

/** Changes to how the page of a feed is opened. */
interface RenderingChanges {
  render?: RenderChoice | undefined;
  /** An empty list removes the steps. */
  steps?: readonly string[] | undefined;
}

/**
 * Changes how the page of a feed is opened. The page is read again soon; its items stay until then.
 * @throws ServiceError FEED_NOT_FOUND, INVALID_FIELD
 */
export async function changeRendering(
  { store, clock, hasBrowser = false }: Pick<Deps, 'store' | 'clock' | 'hasBrowser'>,
  account: Account,
  id: string,
  { render, steps }: RenderingChanges,
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    const feed = await transaction
      .selectFrom('feeds')
      .select(['mode', 'origin', 'render', 'steps'])
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .forUpdate()
      .executeTakeFirst();
    if (feed === undefined) throw feedNotFound(id);
    const changed = {
      render: render === undefined ? feed.render : renderColumn(render),
      steps: steps === undefined ? feed.steps : stepsColumn(steps),
    };
    if (changed.render === feed.render && changed.steps === feed.steps) return;
    const wanted = { render: changed.render ?? 'auto', steps: storedSteps(changed.steps) } as const;
    const isBrowserWanted = wanted.render === 'always' || wanted.steps.length > 0;
    if (isBrowserWanted && (isSearch(feed.mode) || feed.origin === 'feed')) {
      throw new ServiceError(
        'INVALID_FIELD',
        `"render" and "steps" are for pages; feed ${id} reads a feed.`,
      );
    }
    checkRendering(wanted, hasBrowser);
    await transaction
      .updateTable('feeds')
      .set({
        ...changed,
        ...READ_ANEW,
        next_refresh_at: clock.now(),
      })
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .execute();
  });
}
