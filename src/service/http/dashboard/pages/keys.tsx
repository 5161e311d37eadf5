import {
  type ApiCredentials,
  type ApiKeySummary,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../../accounts/api-keys.js';
import { ServiceError } from '../../../core/errors.js';
import type { HttpDeps } from '../../http-deps.js';
import { readForm } from '../frame/read-form.js';
import type { PageApp } from '../frame/requests.js';
import { seeOther } from '../frame/responses.js';
import { Button, Confirm, Form, TextField } from '../views/form.js';
import { page } from '../views/layout.js';
import { Badge, Copyable, Heading, Notice, Time } from '../views/pieces.js';
import { Table } from '../views/table.js';

const FACTS = { title: 'API keys', section: 'keys' } as const;
const MAX_NAME_LENGTH = 100;

/** `/dashboard/keys`: make a key, see when each was last used, revoke one. */
export function keyPages(app: PageApp, { deps }: HttpDeps): void {
  const { store, clock } = deps;
  app.get('/dashboard/keys', async (context) => {
    const { account, apiKey } = context.get('session');
    const keys = await listApiKeys(store, account);
    return page(context, FACTS, <Keys keys={keys} current={apiKey} now={clock.now()} />);
  });

  app.post('/dashboard/keys', async (context) => {
    const { account, apiKey } = context.get('session');
    const name = (await readForm(context)).text('name');
    const error = nameError(name);
    const made = error === undefined ? await createApiKey(store, clock, account, name) : undefined;
    const keys = await listApiKeys(store, account);
    // Not a redirect: the secret is in this one answer and nowhere else.
    return page(
      context,
      { ...FACTS, status: made === undefined ? 400 : 201 },
      <Keys keys={keys} current={apiKey} now={clock.now()} made={made} name={name} error={error} />,
    );
  });

  app.post('/dashboard/keys/:id/revoke', async (context) => {
    await readForm(context);
    const id = context.req.param('id');
    const revoked = await revokeApiKey(store, clock, context.get('session').account, id);
    if (!revoked) throw new ServiceError('NOT_FOUND', `There is no key ${id} in use.`);
    return seeOther(context, 'keys', 'key-revoked');
  });
}

function nameError(name: string): string | undefined {
  if (name === '') return 'Give the key a name, such as the machine it is for.';
  return name.length > MAX_NAME_LENGTH
    ? `A name has ${MAX_NAME_LENGTH} characters at most.`
    : undefined;
}

interface KeysProps {
  keys: readonly ApiKeySummary[];
  /** The key that this session was begun with. */
  current: string;
  now: number;
  made?: ApiCredentials | undefined;
  name?: string;
  error?: string | undefined;
}

function Keys({ keys, current, now, made, name = '', error }: KeysProps) {
  const inUse = keys.filter((key) => key.revokedAt === null);
  const revoked = keys.filter((key) => key.revokedAt !== null);
  return (
    <>
      <Heading
        title="API keys"
        sub="Programs show a key and its secret to use this account. Give each its own, so that one can be revoked alone."
      />
      {made && <NewKey {...made} />}
      <div class="table-card">
        <Table
          caption="Keys in use"
          columns={['Key', 'Made', 'Last used', '']}
          rows={inUse.map((key) => [
            <KeyName keySummary={key} isCurrent={key.id === current} />,
            <Time at={key.createdAt} now={now} />,
            key.lastUsedAt === null ? 'Never' : <Time at={key.lastUsedAt} now={now} />,
            <Confirm
              action={`keys/${key.id}/revoke`}
              ask="Revoke"
              about={key.name}
              label={`Revoke ${key.name}`}
            >
              {key.id === current
                ? 'You signed in with this key: revoking it signs you out, too.'
                : 'Programs that use this key are refused at once, and whoever signed in with it is signed out.'}
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
            hint="What the key is for, such as the name of a machine."
            value={made ? '' : name}
            error={error}
            required
            maxLength={MAX_NAME_LENGTH}
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
                <KeyName keySummary={key} isCurrent={false} />,
                <Time at={key.createdAt} now={now} />,
                key.lastUsedAt === null ? 'Never' : <Time at={key.lastUsedAt} now={now} />,
                <Time at={key.revokedAt ?? now} now={now} />,
              ])}
            />
          </div>
        </details>
      )}
    </>
  );
}

function NewKey({ apiKey, apiSecret }: ApiCredentials) {
  return (
    <Notice tone="good">
      <p>
        <strong>Copy the secret now.</strong> It is not kept and cannot be shown again.
      </p>
      <Copyable label="API key" value={apiKey} />
      <Copyable label="API secret" value={apiSecret} />
    </Notice>
  );
}

function KeyName({ keySummary, isCurrent }: { keySummary: ApiKeySummary; isCurrent: boolean }) {
  return (
    <div>
      <strong>{keySummary.name}</strong> {isCurrent && <Badge tone="plain">signed in with</Badge>}
      <div class="meta">
        <code>{`${keySummary.id.slice(0, 10)}…`}</code>
      </div>
    </div>
  );
}
