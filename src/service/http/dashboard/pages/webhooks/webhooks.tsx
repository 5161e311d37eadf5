import type { Webhook } from '../../../../../contract/index.js';
import { FORMATS } from '../../../../../resources/message-formats.js';
import { namesOf } from '../../../../dashboard/names.js';
import { ALL_FEEDS } from '../../../../webhooks/webhook.js';
import { Listing } from '../../kit/list.js';
import type { Screen } from '../../kit/screen.js';
import { Copyable, Empty, Heading, Notice, Time } from '../../views/pieces.js';
import {
  nameOfWebhook,
  SuccessRate,
  WebhookScope,
  WebhookState,
} from '../../views/webhook-parts.js';
import { scopeOptions, WebhookForm, webhookInput } from './form.js';

const DAY_MS = 24 * 60 * 60_000;

/** `/dashboard/webhooks`: all webhooks. */
export const WEBHOOKS: Screen = {
  section: 'webhooks',
  async show(visit) {
    const { now } = visit;
    const operations = await visit.webhooks;
    const all = await operations.list();
    const counts = await operations.counts(now - DAY_MS);
    const names = await namesOf(
      visit.db,
      visit.account,
      all.map(({ scope }) => scope),
    );
    return {
      title: 'Webhooks',
      content: (
        <>
          <Heading
            title="Webhooks"
            sub="When a feed has new or changed items, the service sends them to these addresses immediately."
          >
            <a class="button primary" href="webhooks/new">
              Add a webhook
            </a>
          </Heading>
          {all.length === 0 ? (
            <Empty title="No webhooks yet">
              <a href="webhooks/new">Add a webhook</a> with the address of your receiver. To try one
              on this machine, run <code>feedctl webhooks listen</code>
            </Empty>
          ) : (
            <Listing
              caption="Webhooks"
              rows={all}
              columns={[
                { name: 'Webhook', cell: (webhook) => <WebhookName {...webhook} /> },
                { name: 'State', cell: (webhook) => <WebhookState webhook={webhook} now={now} /> },
                {
                  name: 'Subscribed to',
                  cell: ({ scope }) => <WebhookScope scope={scope} names={names} />,
                },
                { name: 'Filter', cell: filterWords },
                {
                  name: 'Delivered in 24 h',
                  isNumber: true,
                  cell: ({ id }) => <SuccessRate counts={counts.get(id)} />,
                },
                {
                  name: 'Last success',
                  isNumber: true,
                  cell: ({ last_success_at: at }) =>
                    at === null ? 'Never' : <Time at={Date.parse(at)} now={now} />,
                },
              ]}
            />
          )}
        </>
      ),
    };
  },
};

function WebhookName({ id, name, url, format }: Webhook) {
  return (
    <div class="who">
      <div>
        <a href={`webhooks/${id}`}>{nameOfWebhook({ name, url })}</a>
        <div class="meta">
          {FORMATS[format].label}
          {name !== '' && ` · ${url}`}
        </div>
      </div>
    </div>
  );
}

/** The filter in words. */
function filterWords({ filters: { include, exclude }, only }: Webhook): string {
  const parts = [
    only === 'new' ? 'new items only' : only === 'changed' ? 'changed items only' : '',
    include.length > 0 ? `with ${include.join(', ')}` : '',
    exclude.length > 0 ? `without ${exclude.join(', ')}` : '',
  ].filter((part) => part !== '');
  return (parts.join('; ') || 'everything').replace(/^./, (first) => first.toUpperCase());
}

/** `/dashboard/webhooks/new`: creates a webhook; its secret is shown once. */
export const NEW_WEBHOOK: Screen = {
  section: 'webhooks',
  async show(visit) {
    const scope = visit.refused?.form.text('scope') || visit.query('scope') || ALL_FEEDS;
    return {
      title: 'Add a webhook',
      content: (
        <>
          <Heading
            title="Add a webhook"
            sub="New and changed items are sent to your program or chat as soon as they are found."
          />
          <div class="narrow">
            <WebhookForm
              visit={visit}
              action="webhooks/new"
              title="Receiver"
              submit="Add this webhook"
              values={{ scope }}
              scopes={await scopeOptions(visit, scope)}
            />
          </div>
        </>
      ),
    };
  },
  actions: {
    async 'webhooks/new'(visit, form) {
      const { id, format, secret } = await (await visit.webhooks).create(webhookInput(form));
      // Messages for chats are not signed.
      if (format !== 'standard') return { to: `webhooks/${id}`, done: 'webhook-added' };
      // Not a redirect: the secret is only in this response.
      return {
        title: 'Webhook added',
        status: 201,
        content: (
          <>
            <Heading title="Webhook added" />
            <NewSecret secret={secret} />
            <p>
              <a class="button primary" href={`webhooks/${id}`}>
                Go to the webhook
              </a>
            </p>
          </>
        ),
      };
    },
  },
};

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
