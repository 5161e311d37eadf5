import { updateFeedBodySchema } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { getFeedDetails, getFeedSummary } from '../../../../dashboard/feed-details.js';
import { updateFeed } from '../../../../feeds/edit-feed.js';
import { findFeed } from '../../../../feeds/feed.js';
import { getFeed } from '../../../../feeds/read-feeds.js';
import { checkFilters } from '../../../../filters/check-filters.js';
import { chosenItems } from '../../../../filters/chosen-items.js';
import { filtersColumn, readFilters } from '../../../../filters/stored-filters.js';
import { parseOrRefuse } from '../../../error-response.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { FeedFrame } from '../../views/feed-frame.js';
import {
  type FilterErrors,
  FilterFields,
  type FilterValues,
  filterErrors,
  filtersOf,
  filterValues,
  readFilterValues,
} from '../../views/filter-fields.js';
import { Form } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Notice } from '../../views/pieces.js';
import { PreviewItems } from '../../views/preview-items.js';

const PATH = '/dashboard/feeds/:id/filters';

/** `/dashboard/feeds/:id/filters`: rules for items, and which items they keep and drop. */
export function feedFiltersPage(app: PageApp, { deps }: HttpDeps): void {
  app.get(PATH, async (context) => {
    const { account } = context.get('session');
    const { filters } = await findFeed(deps.store.db, account, context.req.param('id'));
    return answer(context, filterValues(readFilters(filters)));
  });

  app.post(PATH, async (context) => {
    const form = await readForm(context);
    const values = readFilterValues(form);
    const { account } = context.get('session');
    const id = context.req.param('id');
    try {
      if (form.text('do') !== 'save') return await answer(context, values);
      const body = parseOrRefuse(updateFeedBodySchema, { filters: filtersOf(values) });
      await updateFeed(deps, account, id, body);
      return seeOther(context, `feeds/${id}/filters`, 'filters-saved');
    } catch (error) {
      const errors = filterErrors(error);
      if (errors === null) throw error;
      return answer(context, values, errors);
    }
  });

  async function answer(context: PageContext, values: FilterValues, errors?: FilterErrors) {
    const { account } = context.get('session');
    const id = context.req.param('id') ?? '';
    const feed = await getFeedSummary(deps, account, id);
    const details = await getFeedDetails(deps.store.db, account, id);
    const now = deps.clock.now();
    const preview = errors === undefined ? await sifted(account, id, values) : null;
    return page(
      context,
      {
        title: `${feed.title}: filters`,
        section: 'feeds',
        status: errors === undefined ? 200 : 400,
      },
      <FeedFrame feed={feed} details={details} tab="filters" now={now}>
        <Form action={`feeds/${id}/filters`} class="card fields">
          <h2>Which items it has</h2>
          <p class="hint">
            Rules apply to the stored items at once, in every format. Dropped items stay stored.
          </p>
          <FilterFields values={values} errors={errors} />
          <div class="actions">
            <button type="submit" name="do" value="preview" class="button quiet">
              Preview
            </button>
            <button type="submit" name="do" value="save" class="button primary">
              Save
            </button>
          </div>
        </Form>
        {preview === null ? (
          <Notice tone="warn">
            <p>Correct the rules to see which items they keep.</p>
          </Notice>
        ) : (
          <PreviewItems preview={preview} now={now} />
        )}
      </FeedFrame>,
    );
  }

  /** The stored items that rules keep and drop. @throws ServiceError INVALID_FIELD */
  async function sifted(account: Account, id: string, values: FilterValues) {
    const { items } = await getFeed(deps, account, id, { dropped: 'include' });
    const filter = { of: id, filters: filtersColumn(await checkFilters(filtersOf(values))) };
    const plain = items.map(({ dropped_by: _, ...item }) => item);
    return {
      items: await chosenItems(plain, filter, undefined),
      dropped: await chosenItems(plain, filter, 'only'),
    };
  }
}
