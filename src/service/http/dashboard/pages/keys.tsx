import {
  type ApiKey,
  createKeyBodySchema,
  MAX_KEY_NAME_LENGTH,
  type NewApiKey,
} from '../../../../contract/index.js';
import { OWNER_ID } from '../../../accounts/account.js';
import { keyAdmin } from '../../../accounts/key-admin.js';
import { parseOrRefuse } from '../../error-response.js';
import type { Form } from '../frame/read-form.js';
import { FormCard } from '../kit/inputs.js';
import { type Column, Listing } from '../kit/list.js';
import type { Screen, Shown, Visit } from '../kit/screen.js';
import { Confirm } from '../views/form.js';
import { Badge, Copyable, Heading, Notice, Time } from '../views/pieces.js';

/** `/dashboard/keys`: create, list and revoke keys. */
export const KEYS: Screen = {
  section: 'keys',
  show: (visit) => keysPage(visit),
  actions: {
    async keys(visit, form) {
      const made = await adminOf(visit).create(keyIn(form));
      // Not a redirect: the secret is only in this response.
      return { ...(await keysPage(visit, made)), status: 201 };
    },
    async 'keys/:id/revoke'(visit) {
      await adminOf(visit).revoke(visit.param('id'));
      return { to: 'keys', done: 'key-revoked' };
    },
  },
};

function adminOf({ deps, account }: Visit) {
  return keyAdmin(deps.store, deps.clock, account);
}

async function keysPage(visit: Visit, made?: NewApiKey): Promise<Shown> {
  const keys = await adminOf(visit).list();
  const { apiKey: current } = visit.context.get('session');
  const revoked = keys.filter((key) => key.revoked_at !== null);
  const { now } = visit;
  return {
    title: 'API keys',
    content: (
      <>
        <Heading
          title="API keys"
          sub="Programs use a key and its secret to access this account. Give each program its own key, so that it can be revoked separately."
        >
          {visit.account.id === OWNER_ID && (
            <a class="button quiet" href="accounts">
              Accounts and limits
            </a>
          )}
        </Heading>
        {made && <NewKey {...made} />}
        <Listing
          caption="Keys in use"
          rows={keys.filter((key) => key.revoked_at === null)}
          columns={[
            ...keyColumns(now, current),
            {
              name: '',
              cell: (key) => (
                <Revoke at="keys" apiKey={key}>
                  {key.id === current
                    ? 'You signed in with this key: revoking it also signs you out.'
                    : 'Programs with this key are rejected immediately, and its users are signed out.'}
                </Revoke>
              ),
            },
          ]}
        />
        <NewKeyForm visit={visit} action="keys" />
        {revoked.length > 0 && (
          <details>
            <summary>Revoked keys ({revoked.length})</summary>
            <div class="spaced">
              <Listing
                caption="Revoked keys"
                rows={revoked}
                columns={[
                  ...keyColumns(now),
                  {
                    name: 'Revoked',
                    isNumber: true,
                    cell: ({ revoked_at: at }) => at && <Time at={Date.parse(at)} now={now} />,
                  },
                ]}
              />
            </div>
          </details>
        )}
      </>
    ),
  };
}

/** @param current the key that started this session */
export function keyColumns(now: number, current?: string): Column<ApiKey>[] {
  return [
    {
      name: 'Key',
      cell: ({ id, name, read_only }) => (
        <div>
          <bdi>{name}</bdi> {id === current && <Badge tone="plain">signed in with</Badge>}
          <div class="meta">
            <code>{`${id.slice(0, 10)}…`}</code>
            {read_only && ' · only reads'}
          </div>
        </div>
      ),
    },
    {
      name: 'Made',
      isNumber: true,
      cell: ({ created_at: at }) => <Time at={Date.parse(at)} now={now} />,
    },
    {
      name: 'Expires',
      isNumber: true,
      cell: ({ expires_at: at }) => at && <Time at={Date.parse(at)} now={now} />,
    },
    {
      name: 'Last used',
      isNumber: true,
      cell: ({ last_used_at: at, last_used_from: from }) =>
        at === null ? (
          'Never'
        ) : (
          <div>
            <Time at={Date.parse(at)} now={now} />
            {from !== null && <div class="meta">{from}</div>}
          </div>
        ),
    },
  ];
}

const ACCESS = [
  ['full', 'Read and change everything'],
  ['read', 'Only read'],
] as const;

const LIVES = [
  ['', 'Until it is revoked'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['365d', 'A year'],
] as const;

/** @throws InvalidFields */
export function keyIn(form: Form) {
  return parseOrRefuse(createKeyBodySchema, {
    name: form.text('name'),
    read_only: form.text('access') === 'read',
    ...(form.text('expires_in') !== '' && { expires_in: form.text('expires_in') }),
  });
}

export function NewKeyForm({ visit, action }: { visit: Visit; action: string }) {
  return (
    <FormCard
      visit={visit}
      action={action}
      title="Make a key"
      submit="Make a key"
      inputs={[
        {
          name: 'name',
          label: 'Name',
          hint: 'The purpose of the key, such as the name of a machine.',
          required: true,
          maxLength: MAX_KEY_NAME_LENGTH,
        },
        { name: 'access', label: 'It may', as: 'choice', options: ACCESS },
        { name: 'expires_in', label: 'It works for', as: 'choice', options: LIVES },
      ]}
      class="narrow"
    />
  );
}

export function Revoke(props: { at: string; apiKey: ApiKey; children?: string }) {
  const { at, apiKey, children } = props;
  return (
    <Confirm
      action={`${at}/${apiKey.id}/revoke`}
      ask="Revoke"
      about={apiKey.name}
      label={`Revoke ${apiKey.name}`}
    >
      {children}
    </Confirm>
  );
}

/** A key with the secret that is shown only once. */
export function NewKey({ id, secret }: NewApiKey) {
  return (
    <Notice tone="good">
      <p>
        <strong>Copy the secret now.</strong> It is not kept and cannot be shown again.
      </p>
      <Copyable label="API key" value={id} />
      <Copyable label="API secret" value={secret} />
    </Notice>
  );
}
