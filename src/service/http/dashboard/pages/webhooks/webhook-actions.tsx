import { ServiceError } from '../../../../core/errors.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import type { DoneKey } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Heading } from '../../views/pieces.js';
import { NewSecret } from './new-webhook.js';

/** The buttons of a webhook, each its own form. */
export function webhookActions(app: PageApp, { webhooks }: HttpDeps): void {
  const of = (context: PageContext) => webhooks.of(context.get('session').account);

  app.post('/dashboard/webhooks/:id/test', async (context) => {
    await readForm(context);
    const { id, status } = await (await of(context)).test(context.req.param('id'));
    const done: DoneKey = status === 'delivered' ? 'test-delivered' : 'test-failed';
    return seeOther(context, `deliveries/${id}`, done);
  });

  app.post('/dashboard/webhooks/:id/on', async (context) => {
    await readForm(context);
    const { id } = await (await of(context)).enable(context.req.param('id'));
    return seeOther(context, `webhooks/${id}`, 'webhook-on');
  });

  app.post('/dashboard/webhooks/:id/off', async (context) => {
    await readForm(context);
    const { id } = await (await of(context)).disable(context.req.param('id'));
    return seeOther(context, `webhooks/${id}`, 'webhook-off');
  });

  app.post('/dashboard/webhooks/:id/resend', async (context) => {
    const since = dayOf((await readForm(context)).text('since'));
    const { id } = await (await of(context)).resend(context.req.param('id'), since);
    webhooks.eventsPublished();
    return seeOther(context, `webhooks/${id}`, 'webhook-resent');
  });

  app.post('/dashboard/webhooks/:id/rotate', async (context) => {
    await readForm(context);
    const { id, secret } = await (await of(context)).rotate(context.req.param('id'));
    return page(
      context,
      { title: 'New secret', section: 'webhooks' },
      <>
        <Heading title="New secret" sub="The old secret is valid for another 24 hours." />
        <NewSecret secret={secret} />
        <p>
          <a href={`webhooks/${id}`}>Back to the webhook</a>
        </p>
      </>,
    );
  });

  app.post('/dashboard/webhooks/:id/delete', async (context) => {
    await readForm(context);
    await (await of(context)).delete(context.req.param('id'));
    return seeOther(context, 'webhooks', 'webhook-deleted');
  });
}

/** Start of a day (UTC) in milliseconds, from the date that a browser sends. */
function dayOf(text: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new ServiceError('INVALID_FIELD', 'The day must be a date such as 2026-01-15.');
}
