import { type ApiKey, MAX_KEY_NAME_LENGTH, type NewApiKey } from '../../../../contract/index.js';
import { OWNER_ID } from '../../../accounts/account.js';
import { keyAdmin } from '../../../accounts/key-admin.js';
import type { HttpDeps } from '../../http-deps.js';
import { readForm } from '../frame/read-form.js';
import type { PageApp } from '../frame/requests.js';
import { seeOther } from '../frame/responses.js';
import { Button, Confirm, Form, TextField } from '../views/form.js';
import { page } from '../views/layout.js';
import { Badge, Copyable, Heading, Notice, Time } from '../views/pieces.js';
import { Table } from '../views/table.js';

const FACTS = { title: 'API keys', section: 'keys' } as const;

/** `/dashboard/keys`: create, list and revoke keys. */
export function keyPages(app: PageApp, { deps }: HttpDeps): void {
  const { store, clock } = deps;
  app.get('/dashboard/keys', async (context) => {
    const { account, apiKey } = context.get('session');
    const keys = await keyAdmin(store, clock, account).list();
    return page(
      context,
      FACTS,
      <Keys keys={keys} current={apiKey} isOwner={account.id === OWNER_ID} now={clock.now()} />,
    );
  });

  app.post('/dashboard/keys', async (context) => {
    const { account, apiKey } = context.get('session');
    const name = (await readForm(context)).text('name');
    const error = nameError(name);
    const admin = keyAdmin(store, clock, account);
    const made = error === undefined ? await admin.create(name) : undefined;
    const keys = await admin.list();
    // Not a redirect: the secret is only in this response.
    return page(
      context,
      { ...FACTS, status: made === undefined ? 400 : 201 },
      <Keys
        keys={keys}
        current={apiKey}
        isOwner={account.id === OWNER_ID}
        now={clock.now()}
        made={made}
        name={name}
        error={error}
      />,
    );
  });

  app.post('/dashboard/keys/:id/revoke', async (context) => {
    await readForm(context);
    const { account } = context.get('session');
    await keyAdmin(store, clock, account).revoke(context.req.param('id'));
    return seeOther(context, 'keys', 'key-revoked');
  });
}

function nameError(name: string): string | undefined {
  if (name === '') return 'Give the key a name, such as the machine it is for.';
  return name.length > MAX_KEY_NAME_LENGTH
    ? `A name has at most ${MAX_KEY_NAME_LENGTH} characters.`
    : undefined;
}

interface KeysProps {
  keys: readonly ApiKey[];
  /** The key that started this session. */
  current: string;
  /** Whether this is the account of the owner of the service. */
  isOwner: boolean;
  now: number;
  made?: NewApiKey | undefined;
  name?: string;
  error?: string | undefined;
}

function Keys({ keys, current, isOwner, now, made, name = '', error }: KeysProps) {
  const inUse = keys.filter((key) => key.revoked_at === null);
  const revoked = keys.filter((key) => key.revoked_at !== null);
  return (
    <>
      <Heading
        title="API keys"
        sub="Programs use a key and its secret to access this account. Give each program its own key, so that it can be revoked separately."
      >
        {isOwner && (
          <a class="button quiet" href="accounts">
            Accounts and limits
          </a>
        )}
      </Heading>
      {made && <NewKey {...made} />}
      <div class="table-card">
        <Table
          caption="Keys in use"
          columns={['Key', 'Made', 'Last used', '']}
          rows={inUse.map((key) => [
            <KeyName apiKey={key} isCurrent={key.id === current} />,
            <Time at={Date.parse(key.created_at)} now={now} />,
            <LastUsed apiKey={key} now={now} />,
            <Confirm
              action={`keys/${key.id}/revoke`}
              ask="Revoke"
              about={key.name}
              label={`Revoke ${key.name}`}
            >
              {key.id === current
                ? 'You signed in with this key: revoking it also signs you out.'
                : 'Programs with this key are rejected immediately, and its users are signed out.'}
            </Confirm>,
          ])}
        />
      </div>
      <div class="card narrow">
        <h2>Make a key</h2>
        <Form action="keys" class="fields">
          <TextField
            name="name"
            label="Name"
            hint="The purpose of the key, such as the name of a machine."
            value={made ? '' : name}
            error={error}
            required
            maxLength={MAX_KEY_NAME_LENGTH}
          />
          <div>
            <Button>Make a key</Button>
          </div>
        </Form>
      </div>
      {revoked.length > 0 && (
        <details>
          <summary>Revoked keys ({revoked.length})</summary>
          <div class="table-card spaced">
            <Table
              caption="Revoked keys"
              columns={['Key', 'Made', 'Last used', 'Revoked']}
              rows={revoked.map((key) => [
                <KeyName apiKey={key} isCurrent={false} />,
                <Time at={Date.parse(key.created_at)} now={now} />,
                <LastUsed apiKey={key} now={now} />,
                <Time at={Date.parse(key.revoked_at ?? key.created_at)} now={now} />,
              ])}
            />
          </div>
        </details>
      )}
    </>
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

function KeyName({ apiKey, isCurrent }: { apiKey: ApiKey; isCurrent: boolean }) {
  return (
    <div>
      <strong>{apiKey.name}</strong> {isCurrent && <Badge tone="plain">signed in with</Badge>}
      <div class="meta">
        <code>{`${apiKey.id.slice(0, 10)}…`}</code>
      </div>
    </div>
  );
}

/** When a key was last used, and by what. */
export function LastUsed({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const { last_used_at: at, last_used_from: from } = apiKey;
  if (at === null) return <>Never</>;
  return (
    <div>
      <Time at={Date.parse(at)} now={now} />
      {from !== null && <div class="meta">{from}</div>}
    </div>
  );
}
