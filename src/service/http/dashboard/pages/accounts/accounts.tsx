import { type Account, createAccountBodySchema, PAGE } from '../../../../../contract/index.js';
import { OWNER_ID } from '../../../../accounts/account.js';
import { type AccountAdmin, accountAdmin } from '../../../../accounts/account-admin.js';
import { ServiceError } from '../../../../core/errors.js';
import { parseOrRefuse } from '../../../error-response.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { Button, Form, TextField } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Badge, Heading, Time } from '../../views/pieces.js';
import { type PageOf, Pager, pageNumber, Table } from '../../views/table.js';
import { accountPages } from './account.js';
import { limitWords } from './limit-fields.js';

const ACCOUNTS_PER_PAGE = PAGE.maxLimit;

/** `/dashboard/accounts` and what is below it, for the owner of the service. */
export function accountListPages(app: PageApp, { deps }: HttpDeps): void {
  const { store, clock, newAccountLimits } = deps;

  /** @throws ServiceError NOT_FOUND for other accounts: the page says nothing to them */
  function adminFor(context: PageContext): AccountAdmin {
    if (context.get('session').account.id !== OWNER_ID) {
      throw new ServiceError('NOT_FOUND', `The dashboard has no page at ${context.req.path}.`);
    }
    return accountAdmin(store, clock, newAccountLimits);
  }

  app.get('/dashboard/accounts', (context) => answer(context));
  app.post('/dashboard/accounts', async (context) => {
    const admin = adminFor(context);
    const name = (await readForm(context)).text('name');
    try {
      const { id } = await admin.create(parseOrRefuse(createAccountBodySchema, { name }));
      return seeOther(context, `accounts/${id}`, 'account-created');
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      return answer(context, { name, error: error.message });
    }
  });
  accountPages(app, deps, adminFor);

  async function answer(context: PageContext, refused?: { name: string; error: string }) {
    const number = pageNumber(context.req.query('page'));
    const found = await adminFor(context).list({
      limit: ACCOUNTS_PER_PAGE + 1,
      offset: (number - 1) * ACCOUNTS_PER_PAGE,
    });
    return page(
      context,
      { title: 'Accounts', section: 'keys', status: refused === undefined ? 200 : 400 },
      <Accounts
        accounts={found.slice(0, ACCOUNTS_PER_PAGE)}
        pageOf={{ number, hasNext: found.length > ACCOUNTS_PER_PAGE }}
        refused={refused}
        now={clock.now()}
      />,
    );
  }
}

interface AccountsProps {
  accounts: readonly Account[];
  pageOf: PageOf;
  refused: { name: string; error: string } | undefined;
  now: number;
}

function Accounts({ accounts, pageOf, refused, now }: AccountsProps) {
  return (
    <>
      <Heading
        title="Accounts"
        sub="Each account has its own feeds, bundles, webhooks and keys. Only the owner sees this page."
      />
      <div class="table-card">
        <Table
          caption="Accounts"
          columns={['Account', 'State', 'Feeds', 'Limits', 'Created']}
          rows={accounts.map((account) => [
            <div class="who">
              <div>
                <a href={`accounts/${account.id}`} dir="auto">
                  {account.name}
                </a>
                <div class="meta">{account.id}</div>
              </div>
            </div>,
            account.enabled ? (
              <Badge tone="good">In use</Badge>
            ) : (
              <Badge tone="bad">Switched off</Badge>
            ),
            <span class="count">{account.feeds.toLocaleString('en')}</span>,
            limitWords(account.limits),
            <Time at={Date.parse(account.created_at)} now={now} />,
          ])}
        />
      </div>
      <Pager path="accounts" page={pageOf} />
      <Form action="accounts" class="card fields narrow">
        <h2>New account</h2>
        <TextField
          name="name"
          label="Name"
          value={refused?.name ?? ''}
          error={refused?.error}
          required
          maxLength={100}
        />
        <Button>Create account</Button>
      </Form>
    </>
  );
}
