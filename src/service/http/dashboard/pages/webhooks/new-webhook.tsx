import { ServiceError } from '../../../../core/errors.js';
import { ALL_FEEDS } from '../../../../webhooks/webhook.js';
import type { HttpDeps } from '../../../http-deps.js';
import type { PageApp, PageContext } from '../../frame/page-env.js';
import { readForm } from '../../frame/read-form.js';
import { page } from '../../views/page.js';
import { Copyable, Heading, Notice } from '../../views/pieces.js';
import {
  readWebhookValues,
  WebhookForm,
  type WebhookValues,
  webhookInput,
} from '../../views/webhook-form.js';
import { scopeOptions } from './scope-options.js';

const FACTS = { title: 'Add a webhook', section: 'webhooks' } as const;
const NOTHING: WebhookValues = { url: '', scope: ALL_FEEDS, include: '', exclude: '', only: '' };

/** `/dashboard/webhooks/new`: an address to send events to; its secret is shown once. */
export function newWebhookPage(app: PageApp, { deps, webhooks }: HttpDeps): void {
  app.get('/dashboard/webhooks/new', (context) => {
    const scope = (context.req.query('scope') ?? ALL_FEEDS).slice(0, 100);
    return answer(context, { ...NOTHING, scope });
  });

  app.post('/dashboard/webhooks/new', async (context) => {
    const values = readWebhookValues(await readForm(context));
    const operations = await webhooks.of(context.get('session').account);
    try {
      const { id, secret } = await operations.create(webhookInput(values));
      // Not a redirect: the secret is in this one answer and nowhere else.
      return page(
        context,
        { title: 'Webhook added', section: 'webhooks', status: 201 },
        <>
          <Heading title="Webhook added" />
          <NewSecret secret={secret} />
          <p>
            <a href={`webhooks/${id}`}>Go to the webhook and send it a test</a>
          </p>
        </>,
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      return answer(context, values, error.message);
    }
  });

  async function answer(context: PageContext, values: WebhookValues, error?: string) {
    const { account } = context.get('session');
    const scopes = await scopeOptions(deps, account, values.scope);
    return page(
      context,
      { ...FACTS, status: error === undefined ? 200 : 400 },
      <div class="narrow">
        <WebhookForm
          action="webhooks/new"
          title="Add a webhook"
          submit="Add this webhook"
          values={values}
          scopes={scopes}
          error={error}
        />
      </div>,
    );
  }
}

/** A secret that is seen this once. */
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
