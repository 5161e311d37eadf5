import {
  type BundleSummary,
  createBundleBodySchema,
  LENGTHS,
} from '../../../../../contract/index.js';
import { listBundles } from '../../../../bundles/bundle.js';
import { createBundle } from '../../../../bundles/edit-bundle.js';
import { InvalidFields, parseOrRefuse } from '../../../error-response.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { Button, Form, TextField } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Empty, Heading, Monogram } from '../../views/pieces.js';
import { type PageOf, Pager, pageNumber, Table } from '../../views/table.js';

const BUNDLES_PER_PAGE = 25;

/** `/dashboard/bundles`: all bundles, and a new one. */
export function bundleListPage(app: PageApp, { deps }: HttpDeps): void {
  app.get('/dashboard/bundles', (context) => answer(context));
  app.post('/dashboard/bundles', async (context) => {
    const name = (await readForm(context)).text('name');
    try {
      const body = parseOrRefuse(createBundleBodySchema, { name });
      const { id } = await createBundle(deps, context.get('session').account, body);
      return seeOther(context, `bundles/${id}`, 'bundle-created');
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      return answer(context, error.message);
    }
  });

  async function answer(context: PageContext, error?: string) {
    const number = pageNumber(context.req.query('page'));
    const offset = (number - 1) * BUNDLES_PER_PAGE;
    const found = await listBundles(deps, context.get('session').account, {
      limit: BUNDLES_PER_PAGE + 1,
      offset,
    });
    const pageOf = { number, hasNext: found.length > BUNDLES_PER_PAGE };
    const bundles = found.slice(0, BUNDLES_PER_PAGE);
    return page(
      context,
      { title: 'Bundles', section: 'bundles', status: error ? 400 : 200 },
      <Bundles bundles={bundles} pageOf={pageOf} error={error} />,
    );
  }
}

function Bundles(props: { bundles: BundleSummary[]; pageOf: PageOf; error: string | undefined }) {
  const { bundles, pageOf, error } = props;
  return (
    <>
      <Heading title="Bundles" sub="A bundle joins several feeds under one address." />
      {bundles.length === 0 ? (
        <Empty title="No bundles yet">Name one below, then add feeds to it.</Empty>
      ) : (
        <div class="table-card">
          <Table
            caption="Bundles"
            columns={['Bundle', 'Feeds', 'Address for readers']}
            rows={bundles.map((bundle) => [
              <div class="who">
                <Monogram text={bundle.name} />
                <div>
                  <a href={`bundles/${bundle.id}`}>{bundle.name}</a>
                  <div class="meta">{bundle.description.slice(0, 200)}</div>
                </div>
              </div>,
              <span class="count">{bundle.feeds.length}</span>,
              <code>{bundle.rss_feed_url}</code>,
            ])}
          />
        </div>
      )}
      <Pager path="bundles" page={pageOf} />
      <div class="card narrow">
        <h2>New bundle</h2>
        <Form action="bundles" class="fields">
          <TextField name="name" label="Name" required error={error} maxLength={LENGTHS.title} />
          <Button>Create bundle</Button>
        </Form>
      </div>
    </>
  );
}
