import { filtersSchema } from '../../../../../contract/filters/index.js';
import { updateFeedBodySchema } from '../../../../../contract/index.js';
import { FEED_FIELDS } from '../../../../../resources/feed.js';
import { updateFeed } from '../../../../feeds/edit-feed.js';
import { findFeed } from '../../../../feeds/feed.js';
import { getFeed } from '../../../../feeds/read-feeds.js';
import { checkFilters } from '../../../../filters/check-filters.js';
import { chosenItems } from '../../../../filters/sift.js';
import { filtersColumn, readFilters } from '../../../../filters/stored-filters.js';
import { parseOrRefuse } from '../../../error-response.js';
import type { Form as SentForm } from '../../frame/read-form.js';
import { entered, Inputs, problemsOf, type Texts } from '../../kit/inputs.js';
import { changesIn, inputsOf, problemsIn, textsOf } from '../../kit/resource-inputs.js';
import type { Screen, Shown, Visit } from '../../kit/screen.js';
import { Form } from '../../views/form.js';
import { Notice } from '../../views/pieces.js';
import { PreviewItems } from '../../views/preview-items.js';
import { feedPage, oneFeed } from './feed-frame.js';

const ROWS = ['filters'] as const;
const INPUTS = inputsOf(FEED_FIELDS, ROWS);

/** `/dashboard/feeds/:id/filters`: rules for items, and which items they keep and drop. */
export const FEED_FILTERS: Screen = {
  section: 'feeds',
  async show(visit) {
    if (visit.refused !== null) {
      const { form, problems } = visit.refused;
      const read = problemsIn(FEED_FIELDS, ROWS);
      return filtersPage(visit, entered(INPUTS, form), problemsOf(problems, read));
    }
    const { filters } = await findFeed(visit.db, visit.account, visit.param('id'));
    return filtersPage(visit, textsOf(FEED_FIELDS, ROWS, { filters: readFilters(filters) }));
  },
  actions: {
    async 'feeds/:id/filters'(visit, form) {
      const id = visit.param('id');
      if (form.text('do') !== 'save') return filtersPage(visit, entered(INPUTS, form));
      const body = parseOrRefuse(updateFeedBodySchema, { filters: rulesOf(form) });
      await updateFeed(visit.deps, visit.account, id, body);
      return { to: `feeds/${id}/filters`, done: 'filters-saved' };
    },
  },
};

function rulesOf(form: Pick<SentForm, 'text'>) {
  return changesIn(FEED_FIELDS, ROWS, form).filters ?? { include: [], exclude: [] };
}

async function filtersPage(visit: Visit, texts: Texts, problems?: Texts): Promise<Shown> {
  const one = await oneFeed(visit);
  const preview = problems === undefined ? await sifted(visit, texts) : null;
  return feedPage(
    one,
    { tab: '/filters', now: visit.now },
    <>
      <Form action={`feeds/${one.id}/filters`} class="card fields">
        <h2>Which items it has</h2>
        <p class="hint">
          Rules apply to the stored items at once, in every format. Dropped items stay stored.
        </p>
        <Inputs inputs={INPUTS} values={texts} problems={problems ?? {}} />
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
        <PreviewItems preview={preview} now={visit.now} />
      )}
    </>,
  );
}

/** The stored items that rules keep and drop. @throws ServiceError INVALID_FIELD */
async function sifted(visit: Visit, texts: Texts) {
  const id = visit.param('id');
  const { items } = await getFeed(visit.deps, visit.account, id, { dropped: 'include' });
  const rules = parseOrRefuse(filtersSchema, rulesOf({ text: (name) => texts[name] ?? '' }));
  const filter = { of: id, filters: filtersColumn(await checkFilters(rules)) };
  const plain = items.map(({ dropped_by: _, ...item }) => item);
  return {
    items: await chosenItems(plain, filter, undefined),
    dropped: await chosenItems(plain, filter, 'only'),
  };
}
