import {
  type Account,
  type ApiKey,
  MAX_KEY_NAME_LENGTH,
  type NewApiKey,
} from '../../../../../contract/index.js';
import { OWNER_ID } from '../../../../accounts/account.js';
import type { AccountAdmin } from '../../../../accounts/account-admin.js';
import { ServiceError } from '../../../../core/errors.js';
import type { Deps } from '../../../../feeds/deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { ActionButton, Button, Confirm, Form, TextField } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Badge, Heading, Time } from '../../views/pieces.js';
import { Table } from '../../views/table.js';
import { LastUsed, NewKey } from '../keys.js';
import {
  type LimitErrors,
  LimitFields,
  type LimitValues,
  limitsOf,
  limitValues,
  readLimitValues,
} from './limit-fields.js';

const PATH = '/dashboard/accounts/:id';

/** What an answer has beside the account. */
interface Shown {
  made?: NewApiKey;
  keyName?: { name: string; error: string };
  limits?: { values: LimitValues; errors: LimitErrors };
}

/** `/dashboard/accounts/:id`: limits, keys and state of one account. */
export function accountPages(
  app: PageApp,
  { clock }: Deps,
  adminFor: (context: PageContext) => AccountAdmin,
): void {
  app.get(PATH, (context) => answer(context, context.req.param('id')));

  app.post(`${PATH}/limits`, async (context) => {
    const admin = adminFor(context);
    const values = readLimitValues(await readForm(context));
    const id = context.req.param('id');
    const read = limitsOf(values);
    if ('errors' in read) return answer(context, id, { limits: { values, errors: read.errors } });
    await admin.update(id, { limits: read.limits });
    return seeOther(context, `accounts/${id}`, 'limits-saved');
  });

  for (const [path, enabled, done] of [
    ['on', true, 'account-on'],
    ['off', false, 'account-off'],
  ] as const) {
    app.post(`${PATH}/${path}`, async (context) => {
      await readForm(context);
      const id = context.req.param('id');
      await adminFor(context).update(id, { enabled });
      return seeOther(context, `accounts/${id}`, done);
    });
  }

  app.post(`${PATH}/keys`, async (context) => {
    const admin = adminFor(context);
    const name = (await readForm(context)).text('name');
    const id = context.req.param('id');
    try {
      // Not a redirect: the secret is only in this response.
      const made = await (await admin.keysOf(id)).create(name);
      return await answer(context, id, { made });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'ACCOUNT_NOT_FOUND') throw error;
      return answer(context, id, { keyName: { name, error: error.message } });
    }
  });

  app.post(`${PATH}/keys/:key/revoke`, async (context) => {
    await readForm(context);
    const { id, key } = context.req.param();
    await (await adminFor(context).keysOf(id)).revoke(key);
    return seeOther(context, `accounts/${id}`, 'key-revoked');
  });

  async function answer(context: PageContext, id: string, shown: Shown = {}) {
    const admin = adminFor(context);
    const account = await admin.get(id);
    const keys = await (await admin.keysOf(id)).list();
    const isRefused = shown.keyName !== undefined || shown.limits !== undefined;
    return page(
      context,
      {
        title: `Account ${account.name}`,
        section: 'keys',
        status: isRefused ? 400 : shown.made === undefined ? 200 : 201,
      },
      <AccountView account={account} keys={keys} shown={shown} now={clock.now()} />,
    );
  }
}

interface AccountProps {
  account: Account;
  keys: readonly ApiKey[];
  shown: Shown;
  now: number;
}

function AccountView({ account, keys, shown, now }: AccountProps) {
  const at = `accounts/${account.id}`;
  const { values, errors } = shown.limits ?? { values: limitValues(account.limits), errors: {} };
  return (
    <>
      <Heading title={account.name} sub={<a href="accounts">All accounts</a>}>
        {account.enabled ? (
          <Badge tone="good">In use</Badge>
        ) : (
          <Badge tone="bad">Switched off</Badge>
        )}
      </Heading>
      {shown.made && <NewKey {...shown.made} />}
      <AccountKeys at={at} keys={keys.filter((key) => key.revoked_at === null)} now={now} />
      <div class="columns">
        <Form action={`${at}/limits`} class="card fields">
          <h2>Limits</h2>
          <LimitFields values={values} errors={errors} />
          <Button>Save</Button>
        </Form>
        <div class="stack">
          <Form action={`${at}/keys`} class="card fields">
            <h2>Make a key</h2>
            <TextField
              name="name"
              label="Name"
              value={shown.keyName?.name ?? ''}
              error={shown.keyName?.error}
              required
              maxLength={MAX_KEY_NAME_LENGTH}
            />
            <Button>Make a key</Button>
          </Form>
          {account.id !== OWNER_ID && <Switch at={at} enabled={account.enabled} />}
        </div>
      </div>
    </>
  );
}

function AccountKeys({ at, keys, now }: { at: string; keys: readonly ApiKey[]; now: number }) {
  if (keys.length === 0) return <p class="muted">The account has no keys.</p>;
  return (
    <div class="table-card">
      <Table
        caption="Keys in use"
        columns={['Key', 'Made', 'Last used', '']}
        rows={keys.map((key) => [
          <strong dir="auto">{key.name}</strong>,
          <Time at={Date.parse(key.created_at)} now={now} />,
          <LastUsed apiKey={key} now={now} />,
          <Confirm
            action={`${at}/keys/${key.id}/revoke`}
            ask="Revoke"
            about={key.name}
            label={`Revoke ${key.name}`}
          >
            Programs with this key are rejected immediately.
          </Confirm>,
        ])}
      />
    </div>
  );
}

function Switch({ at, enabled }: { at: string; enabled: boolean }) {
  return (
    <div class="card">
      <h2>{enabled ? 'Switch off' : 'Switch on'}</h2>
      <p class="muted">
        {enabled
          ? 'Its keys are refused, its feeds are neither fetched nor published, and nothing is delivered. Everything is kept.'
          : 'Its keys work again, and its feeds are fetched and published.'}
      </p>
      <ActionButton
        action={`${at}/${enabled ? 'off' : 'on'}`}
        label={enabled ? 'Switch off' : 'Switch on'}
        tone={enabled ? 'danger' : 'primary'}
      />
    </div>
  );
}
