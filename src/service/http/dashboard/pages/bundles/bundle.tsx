import {
  type BundleSummary,
  LENGTHS,
  updateBundleBodySchema,
} from '../../../../../contract/index.js';
import { getBundleSummary } from '../../../../bundles/bundle.js';
import { deleteBundle, updateBundle } from '../../../../bundles/edit-bundle.js';
import { getBundle } from '../../../../bundles/read-bundle.js';
import { ServiceError } from '../../../../core/errors.js';
import { parseOrRefuse } from '../../../error-response.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { BundleFrame } from '../../views/bundle-frame.js';
import {
  FilterFields,
  type FilterValues,
  filterErrors,
  filtersOf,
  filterValues,
  readFilterValues,
} from '../../views/filter-fields.js';
import { Button, Confirm, Form, TextArea, TextField } from '../../views/form.js';
import { Items } from '../../views/items.js';
import { page } from '../../views/layout.js';
import { Empty, Notice } from '../../views/pieces.js';
import { Pager, pageNumber } from '../../views/table.js';
import { WebhookHint } from '../../views/webhook-form.js';
import { bundleListPage } from './list.js';
import { bundleMembersPage } from './members.js';

const ITEMS_PER_PAGE = 50;
const SETTINGS = '/dashboard/bundles/:id/settings';

/** Below `/dashboard/bundles/:id`: its items together, what readers see of it, taking it away. */
function bundlePage(app: PageApp, { deps }: HttpDeps): void {
  app.get('/dashboard/bundles/:id/items', async (context) => {
    const id = context.req.param('id');
    const bundle = await getBundle(deps, context.get('session').account, id);
    const number = pageNumber(context.req.query('page'));
    const end = number * ITEMS_PER_PAGE;
    const shown = bundle.items.slice(end - ITEMS_PER_PAGE, end);
    return page(
      context,
      { title: `${bundle.name}: items`, section: 'bundles' },
      <BundleFrame bundle={bundle} tab="items">
        {shown.length === 0 ? (
          <Empty title="No items">Items of the feeds in this bundle show here.</Empty>
        ) : (
          <div class="card">
            <Items items={shown} now={deps.clock.now()} />
          </div>
        )}
        <Pager path={`bundles/${id}/items`} page={{ number, hasNext: end < bundle.items.length }} />
      </BundleFrame>,
    );
  });

  app.get(SETTINGS, async (context) => {
    const id = context.req.param('id');
    return settings(context, await getBundleSummary(deps, context.get('session').account, id));
  });

  app.post(SETTINGS, async (context) => {
    const { account } = context.get('session');
    const id = context.req.param('id');
    const form = await readForm(context);
    const given = {
      name: form.text('name'),
      description: form.text('description'),
      icon: form.text('icon'),
      ...readFilterValues(form),
    };
    try {
      const { include, exclude, ...texts } = given;
      const changes = { ...texts, filters: filtersOf({ include, exclude }) };
      await updateBundle(deps, account, id, parseOrRefuse(updateBundleBodySchema, changes));
      return seeOther(context, `bundles/${id}/settings`, 'bundle-saved');
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'INVALID_FIELD') throw error;
      const bundle = await getBundleSummary(deps, account, id);
      return settings(context, bundle, { ...given, error });
    }
  });

  app.post('/dashboard/bundles/:id/delete', async (context) => {
    await readForm(context);
    await deleteBundle(deps, context.get('session').account, context.req.param('id'));
    return seeOther(context, 'bundles', 'bundle-deleted');
  });
}

type Refused = Pick<BundleSummary, 'name' | 'description' | 'icon'> &
  FilterValues & { error: ServiceError };

function settings(context: PageContext, bundle: BundleSummary, refused?: Refused): Response {
  return page(
    context,
    {
      title: `${bundle.name}: settings`,
      section: 'bundles',
      status: refused === undefined ? 200 : 400,
    },
    <BundleFrame bundle={bundle} tab="settings">
      <Settings bundle={bundle} refused={refused} />
    </BundleFrame>,
  );
}

function Settings(props: { bundle: BundleSummary; refused: Refused | undefined }) {
  const { bundle, refused } = props;
  const values = refused ?? { ...bundle, ...filterValues(bundle.filters) };
  const errors = filterErrors(refused?.error);
  const at = `bundles/${bundle.id}`;
  return (
    <div class="columns">
      <Form action={`${at}/settings`} class="card fields">
        <h2>What readers see</h2>
        {refused && errors === null && (
          <Notice tone="bad">
            <p>{refused.error.message}</p>
          </Notice>
        )}
        <TextField
          name="name"
          label="Name"
          value={values.name}
          required
          maxLength={LENGTHS.title}
        />
        <TextArea
          name="description"
          label="Description"
          value={values.description}
          maxLength={LENGTHS.description}
        />
        <TextField
          name="icon"
          label="Icon"
          hint="Address of an image. The dashboard does not load it."
          value={values.icon}
          maxLength={LENGTHS.url}
        />
        <h2>Which items it has</h2>
        <FilterFields values={values} errors={errors ?? undefined} />
        <Button>Save</Button>
      </Form>
      <div class="stack">
        <WebhookHint scope={bundle.id} what="bundle" />
        <div class="card">
          <h2>Delete this bundle</h2>
          <p class="muted">Its feeds stay; its address stops working.</p>
          <Confirm action={`${at}/delete`} ask="Delete…" label="Delete permanently">
            This cannot be undone.
          </Confirm>
        </div>
      </div>
    </div>
  );
}

/** `/dashboard/bundles` and what is below it. */
export function bundlePages(app: PageApp, http: HttpDeps): void {
  bundleListPage(app, http);
  bundleMembersPage(app, http);
  bundlePage(app, http);
}
