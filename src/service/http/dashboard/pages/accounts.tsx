import {
  type Account,
  type AccountLimits,
  accountLimitsSchema,
  createAccountBodySchema,
  PAGE,
} from '../../../../contract/index.js';
import { OWNER_ID } from '../../../accounts/account.js';
import { type AccountAdmin, accountAdmin } from '../../../accounts/account-admin.js';
import { ServiceError } from '../../../core/errors.js';
import { parseOrRefuse } from '../../error-response.js';
import type { Form } from '../frame/read-form.js';
import { FormCard, type Input } from '../kit/inputs.js';
import { Listing, Pager } from '../kit/list.js';
import type { Screen, Shown, Visit } from '../kit/screen.js';
import { ActionButton } from '../views/form.js';
import { Dot, Heading, Time } from '../views/pieces.js';
import { keyColumns, keyIn, NewKey, NewKeyForm, Revoke } from './keys.js';

const ON_A_PAGE = PAGE.maxLimit;

/** @throws ServiceError NOT_FOUND for other accounts: the pages say nothing to them */
function adminOf({ account, deps, context }: Visit): AccountAdmin {
  if (account.id !== OWNER_ID) {
    throw new ServiceError('NOT_FOUND', `The dashboard has no page at ${context.req.path}.`);
  }
  return accountAdmin(deps.store, deps.clock, deps.newAccountLimits);
}

function State({ enabled }: { enabled: boolean }) {
  return enabled ? <Dot tone="good">In use</Dot> : <Dot tone="bad">Switched off</Dot>;
}

/** `/dashboard/accounts`: all accounts, for the owner of the service. */
export const ACCOUNTS: Screen = {
  section: 'keys',
  async show(visit) {
    const { page: number, now } = visit;
    const page = { limit: ON_A_PAGE + 1, offset: (number - 1) * ON_A_PAGE };
    const found = await adminOf(visit).list(page);
    return {
      title: 'Accounts',
      content: (
        <>
          <Heading
            title="Accounts"
            sub="Each account has its own feeds, bundles, webhooks and keys. Only the owner sees this page."
          />
          <Listing
            caption="Accounts"
            rows={found.slice(0, ON_A_PAGE)}
            columns={[
              {
                name: 'Account',
                cell: ({ id, name }) => (
                  <div class="who">
                    <div>
                      <a href={`accounts/${id}`} dir="auto">
                        {name}
                      </a>
                      <div class="meta">{id}</div>
                    </div>
                  </div>
                ),
              },
              { name: 'State', cell: (account) => <State {...account} /> },
              { name: 'Feeds', isNumber: true, cell: ({ feeds }) => feeds.toLocaleString('en') },
              { name: 'Limits', cell: ({ limits }) => limitWords(limits) },
              {
                name: 'Created',
                isNumber: true,
                cell: ({ created_at: at }) => <Time at={Date.parse(at)} now={now} />,
              },
            ]}
          />
          <Pager path="accounts" page={{ number, hasNext: found.length > ON_A_PAGE }} />
          <FormCard
            visit={visit}
            action="accounts"
            title="New account"
            submit="Create account"
            inputs={[{ name: 'name', label: 'Name', required: true, maxLength: 100 }]}
            class="narrow"
          />
        </>
      ),
    };
  },
  actions: {
    async accounts(visit, form) {
      const body = parseOrRefuse(createAccountBodySchema, { name: form.text('name') });
      const { id } = await adminOf(visit).create(body);
      return { to: `accounts/${id}`, done: 'account-created' };
    },
  },
};

/** `/dashboard/accounts/:id`: limits, keys and state of one account. */
export const ACCOUNT: Screen = {
  section: 'keys',
  show: (visit) => accountPage(visit),
  actions: {
    async 'accounts/:id/limits'(visit, form) {
      const id = visit.param('id');
      await adminOf(visit).update(id, { limits: limitsIn(form) });
      return { to: `accounts/${id}`, done: 'limits-saved' };
    },
    async 'accounts/:id/on'(visit) {
      const id = visit.param('id');
      await adminOf(visit).update(id, { enabled: true });
      return { to: `accounts/${id}`, done: 'account-on' };
    },
    async 'accounts/:id/off'(visit) {
      const id = visit.param('id');
      await adminOf(visit).update(id, { enabled: false });
      return { to: `accounts/${id}`, done: 'account-off' };
    },
    async 'accounts/:id/keys'(visit, form) {
      const keys = await adminOf(visit).keysOf(visit.param('id'));
      const made = <NewKey {...(await keys.create(keyIn(form)))} />;
      // Not a redirect: the secret is only in this response.
      return { ...(await accountPage(visit, made)), status: 201 };
    },
    async 'accounts/:id/keys/:key/revoke'(visit) {
      const id = visit.param('id');
      await (await adminOf(visit).keysOf(id)).revoke(visit.param('key'));
      return { to: `accounts/${id}`, done: 'key-revoked' };
    },
  },
};

async function accountPage(visit: Visit, made?: Shown['content']): Promise<Shown> {
  const admin = adminOf(visit);
  const account = await admin.get(visit.param('id'));
  const { id } = account;
  const at = `accounts/${id}`;
  const keys = (await (await admin.keysOf(id)).list()).filter((key) => key.revoked_at === null);
  return {
    title: `Account ${account.name}`,
    content: (
      <>
        <Heading title={account.name} sub={<a href="accounts">All accounts</a>}>
          <State {...account} />
        </Heading>
        {made}
        {keys.length === 0 ? (
          <p class="muted">The account has no keys.</p>
        ) : (
          <Listing
            caption="Keys in use"
            rows={keys}
            columns={[
              ...keyColumns(visit.now),
              {
                name: '',
                cell: (key) => (
                  <Revoke at={`${at}/keys`} apiKey={key}>
                    Programs with this key are rejected immediately.
                  </Revoke>
                ),
              },
            ]}
          />
        )}
        <div class="columns">
          <FormCard
            visit={visit}
            action={`${at}/limits`}
            title="Limits"
            submit="Save"
            inputs={LIMITS}
            values={limitTexts(account.limits)}
          >
            <p class="hint">An empty field means no limit.</p>
          </FormCard>
          <div class="stack">
            <NewKeyForm visit={visit} action={`${at}/keys`} />
            {id !== OWNER_ID && <Switch at={at} account={account} />}
          </div>
        </div>
      </>
    ),
  };
}

function Switch({ at, account: { enabled } }: { at: string; account: Account }) {
  const label = enabled ? 'Switch off' : 'Switch on';
  return (
    <div class="card">
      <h2>{label}</h2>
      <p class="muted">
        {enabled
          ? 'Its keys are refused, its feeds are neither fetched nor published, and nothing is delivered. Everything is kept.'
          : 'Its keys work again, and its feeds are fetched and published.'}
      </p>
      <ActionButton
        action={`${at}/${enabled ? 'off' : 'on'}`}
        label={label}
        tone={enabled ? 'danger' : 'primary'}
      />
    </div>
  );
}

/** A number for each limit of an account. */
const LIMITS = [
  { name: 'feeds', label: 'Feeds', maxLength: 10 },
  { name: 'requests_per_minute', label: 'Requests per minute and key', maxLength: 10 },
  { name: 'burst', label: 'Requests at once', maxLength: 10 },
  { name: 'concurrent_creations', label: 'Feeds being created at once', maxLength: 10 },
] as const satisfies (Input & { name: keyof AccountLimits })[];

function limitTexts(limits: AccountLimits) {
  return Object.fromEntries(LIMITS.map(({ name }) => [name, String(limits[name] ?? '')]));
}

/** @throws ServiceError INVALID_FIELD that names the first limit that is no number */
function limitsIn(form: Form): AccountLimits {
  const given = LIMITS.map(({ name }) => {
    const text = form.text(name);
    return [name, text === '' ? null : Number(text)] as const;
  });
  const read = accountLimitsSchema.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const name = String(read.error.issues[0]?.path[0]);
    throw new ServiceError('INVALID_FIELD', `"${name}" must be a whole number, or nothing.`);
  }
  if (read.data.burst !== null && read.data.requests_per_minute === null) {
    throw new ServiceError('INVALID_FIELD', '"burst" needs a number of requests per minute, too.');
  }
  return read.data;
}

/** The limits in words. */
function limitWords(limits: AccountLimits): string {
  const set = LIMITS.filter(({ name }) => limits[name] !== null);
  if (set.length === 0) return 'None';
  return set.map(({ name, label }) => `${label}: ${limits[name]?.toLocaleString('en')}`).join('; ');
}
