import { PAGE } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { listBundles } from '../../../../bundles/bundle.js';
import { ServiceError } from '../../../../core/errors.js';
import { findFeeds } from '../../../../dashboard/find-feeds.js';
import { namesOf } from '../../../../dashboard/names.js';
import type { Deps } from '../../../../feeds/deps.js';
import { ALL_FEEDS } from '../../../../webhooks/webhook.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { page } from '../../views/layout.js';
import { Copyable, Heading, Notice } from '../../views/pieces.js';
import {
  readWebhookValues,
  type ScopeOptions,
  WebhookForm,
  type WebhookValues,
  webhookErrors,
  webhookInput,
} from '../../views/webhook-form.js';

const FACTS = { title: 'Add a webhook', section: 'webhooks' } as const;
const NOTHING: WebhookValues = {
  url: '',
  name: '',
  format: '',
  template: '',
  scope: ALL_FEEDS,
  include: '',
  exclude: '',
  only: '',
};

/** `/dashboard/webhooks/new`: creates a webhook; its secret is shown once. */
export function newWebhookPage(app: PageApp, { deps, webhooks }: HttpDeps): void {
  app.get('/dashboard/webhooks/new', (context) => {
    const scope = (context.req.query('scope') ?? ALL_FEEDS).slice(0, 100);
    return answer(context, { ...NOTHING, scope });
  });

  app.post('/dashboard/webhooks/new', async (context) => {
    const values = readWebhookValues(await readForm(context));
    const operations = await webhooks.of(context.get('session').account);
    try {
      const { id, format, secret } = await operations.create(webhookInput(values));
      // Messages for chats are not signed.
      if (format !== 'standard') return seeOther(context, `webhooks/${id}`, 'webhook-added');
      // Not a redirect: the secret is only in this response.
      return page(
        context,
        { title: 'Webhook added', section: 'webhooks', status: 201 },
        <>
          <Heading title="Webhook added" />
          <NewSecret secret={secret} />
          <p>
            <a class="button primary" href={`webhooks/${id}`}>
              Go to the webhook
            </a>
          </p>
        </>,
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      return answer(context, values, error);
    }
  });

  async function answer(context: PageContext, values: WebhookValues, error?: ServiceError) {
    const { account } = context.get('session');
    const scopes = await scopeOptions(deps, account, values.scope);
    return page(
      context,
      { ...FACTS, status: error === undefined ? 200 : 400 },
      <>
        <Heading
          title="Add a webhook"
          sub="New and changed items are sent to your program or chat as soon as they are found."
        />
        <div class="narrow">
          <WebhookForm
            action="webhooks/new"
            title="Receiver"
            submit="Add this webhook"
            values={values}
            scopes={scopes}
            {...webhookErrors(error)}
          />
        </div>
      </>,
    );
  }
}

/** A secret that is shown only once. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="good">
      <p>
        <strong>Copy the secret now.</strong> It is not shown again. Your receiver checks the
        signature of every event with it.
      </p>
      <Copyable label="Webhook secret" value={secret} />
    </Notice>
  );
}

const SOME = { limit: PAGE.maxLimit, offset: 0 };

/**
 * The choices for a scope: everything, the newest bundles and feeds, and the current one, which may
 * be neither.
 */
export async function scopeOptions(
  deps: Deps,
  account: Account,
  chosen: string,
): Promise<ScopeOptions> {
  const { db } = deps.store;
  const bundles = await listBundles(deps, account, SOME);
  const { feeds } = await findFeeds(db, account, { search: '', health: null }, SOME);
  const options = new Map<string, string>([
    [ALL_FEEDS, 'All feeds'],
    ...bundles.map(({ id, name }) => [id, `Bundle: ${name}`] as const),
    ...feeds.map(({ id, title }) => [id, `Feed: ${title}`] as const),
  ]);
  if (chosen !== '' && !options.has(chosen)) {
    const name = (await namesOf(db, account, [chosen])).get(chosen);
    options.set(chosen, name ?? `Deleted: ${chosen}`);
  }
  return [...options];
}
