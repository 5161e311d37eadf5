import type { DeliveryAttempt, DeliveryDetails, Webhook } from '../../../../../contract/index.js';
import { STANDARD_HEADERS } from '../../../../../contract/webhook-signature/index.js';
import { namesOf } from '../../../../dashboard/names.js';
import type { Signatures } from '../../../../webhooks/deliveries/signatures.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { DeliveryState, feedOf } from '../../views/deliveries.js';
import { ActionButton } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Badge, Empty, Heading, Time } from '../../views/pieces.js';
import { nameOfWebhook } from '../../views/webhook-form.js';
import { EventView } from './event-view.js';
import { deliveryListPage } from './list.js';

/** Limit of characters of an event on the page. */
const SHOWN = 20_000;

/** `/dashboard/deliveries/:id`: all attempts with request and response, and sending it again. */
function deliveryPage(app: PageApp, { deps, webhooks }: HttpDeps): void {
  app.get('/dashboard/deliveries/:id', async (context) => {
    const { account } = context.get('session');
    const operations = await webhooks.of(account);
    const now = deps.clock.now();
    const delivery = await operations.delivery(context.req.param('id'));
    const webhook = await operations.get(delivery.webhook_id);
    const names = await namesOf(deps.store.db, account, [delivery.feed_id]);
    return page(
      context,
      { title: 'Delivery', section: 'deliveries', ...refreshing(delivery, now) },
      <Delivery
        delivery={delivery}
        signatures={await operations.signatures(delivery)}
        webhook={webhook}
        about={feedOf(delivery, names)}
        hasFeed={names.has(delivery.feed_id)}
        now={now}
      />,
    );
  });

  app.post('/dashboard/deliveries/:id/replay', async (context) => {
    await readForm(context);
    const operations = await webhooks.of(context.get('session').account);
    const { id } = await operations.replay(context.req.param('id'));
    webhooks.eventsPublished();
    return seeOther(context, `deliveries/${id}`, 'replayed');
  });
}

/** A result is waited for at the page until the next attempt is later than this. */
const SOON_MS = 60_000;

/** When the page of a delivery that waits is loaded again; without a next attempt, one runs. */
function refreshing({ status, next_attempt_at }: DeliveryDetails, now: number) {
  if (status !== 'pending') return {};
  const isSoon = next_attempt_at === null || Date.parse(next_attempt_at) - now < SOON_MS;
  return { refreshSeconds: isSoon ? 2 : 60 };
}

interface DeliveryProps {
  delivery: DeliveryDetails;
  signatures: Signatures;
  webhook: Webhook;
  about: string;
  hasFeed: boolean;
  now: number;
}

function Delivery({ delivery, signatures, webhook, about, hasFeed, now }: DeliveryProps) {
  const { refreshSeconds } = refreshing(delivery, now);
  return (
    <div id="delivery" class="page" {...(refreshSeconds && { 'data-live': refreshSeconds })}>
      <Heading title="Delivery" sub={<code>{delivery.event_id}</code>}>
        {webhook.enabled && (
          <ActionButton action={`deliveries/${delivery.id}/replay`} label="Replay" tone="primary" />
        )}
      </Heading>
      <dl class="card facts">
        <div>
          <dt>State</dt>
          <dd>
            <DeliveryState delivery={delivery} now={now} />
          </dd>
        </div>
        <div>
          <dt>Webhook</dt>
          <dd>
            <a href={`webhooks/${webhook.id}`}>{nameOfWebhook(webhook)}</a>
          </dd>
        </div>
        <div>
          <dt>About</dt>
          <dd>{hasFeed ? <a href={`feeds/${delivery.feed_id}`}>{about}</a> : about}</dd>
        </div>
        <div>
          <dt>Announced</dt>
          <dd>
            <Time at={Date.parse(delivery.created_at)} now={now} />
          </dd>
        </div>
      </dl>
      {!webhook.enabled && (
        <p class="muted">
          To send this again, first switch the <a href={`webhooks/${webhook.id}`}>webhook</a> on.
        </p>
      )}
      <h2>Attempts</h2>
      {delivery.log.length === 0 ? (
        <Empty title="None yet">The first attempt is made as soon as there is a free moment.</Empty>
      ) : (
        delivery.log
          .toReversed()
          .map((attempt, index) => (
            <Attempt
              attempt={attempt}
              signature={signatures.get(attempt.number)}
              isLatest={index === 0}
              now={now}
            />
          ))
      )}
      <section class="card">
        <h2>Event</h2>
        <EventView event={delivery.event} now={now} />
        <details>
          <summary>As JSON</summary>
          <div class="spaced">
            <Excerpt text={JSON.stringify(delivery.event, null, 2)} label="The event as JSON" />
          </div>
        </details>
      </section>
    </div>
  );
}

interface AttemptProps {
  attempt: DeliveryAttempt;
  /** Undefined when it cannot be known any more. */
  signature: string | undefined;
  isLatest: boolean;
  now: number;
}

function Attempt({ attempt, signature, isLatest, now }: AttemptProps) {
  const { number, at, status, error, duration_ms, request, response } = attempt;
  return (
    <section class="card">
      <h3>
        Attempt {number}{' '}
        <Badge tone={error === null ? 'good' : 'bad'}>
          {status === null ? 'No answer' : `Answer ${status}`}
        </Badge>{' '}
        <span class="count">
          in <span class="nowrap">{duration_ms} ms</span>, <Time at={Date.parse(at)} now={now} />
        </span>
      </h3>
      {error && <p>{error}</p>}
      <details open={isLatest}>
        <summary>What was sent, and the answer</summary>
        <div class="columns spaced">
          <div class="stack">
            <h3>Request</h3>
            <Excerpt text={signed(request, signature)} label={`Request of attempt ${number}`} />
          </div>
          <div class="stack">
            <h3>Answer</h3>
            <Excerpt text={response || '(empty)'} label={`Response of attempt ${number}`} />
          </div>
        </div>
      </details>
    </section>
  );
}

/** The request with its signature among the headers. */
function signed(request: string, signature: string | undefined): string {
  if (signature === undefined) return request;
  return request.replace('\n\n', () => `\n${STANDARD_HEADERS.signature}: ${signature}\n\n`);
}

/** Focusable, so that it can be scrolled with the keyboard. */
function Excerpt({ text, label }: { text: string; label: string }) {
  const isCut = text.length > SHOWN;
  return (
    <section class="excerpt" tabindex={0} aria-label={label}>
      <pre>{isCut ? `${text.slice(0, SHOWN)}\n…` : text}</pre>
    </section>
  );
}

/** `/dashboard/deliveries` and what is below it. */
export function deliveryPages(app: PageApp, http: HttpDeps): void {
  deliveryListPage(app, http);
  deliveryPage(app, http);
}
