import type { DeliveryAttempt, DeliveryDetails } from '../../../../../contract/index.js';
import { STANDARD_HEADERS } from '../../../../../contract/webhook-signature.js';
import { namesOf } from '../../../../dashboard/names.js';
import { Detail } from '../../kit/detail.js';
import type { Screen } from '../../kit/screen.js';
import { DeliveryState, feedOf } from '../../views/delivery-parts.js';
import { ActionButton } from '../../views/form.js';
import { Badge, Empty, Time } from '../../views/pieces.js';
import { nameOfWebhook } from '../../views/webhook-parts.js';
import { EventView } from './event-view.js';

/** Limit of characters of an event on the page. */
const SHOWN = 20_000;

/** `/dashboard/deliveries/:id`: all attempts with request and response, and sending it again. */
export const DELIVERY: Screen = {
  section: 'deliveries',
  async show(visit) {
    const { now } = visit;
    const operations = await visit.webhooks;
    const delivery = await operations.delivery(visit.param('id'));
    const webhook = await operations.get(delivery.webhook_id);
    const names = await namesOf(visit.db, visit.account, [delivery.feed_id]);
    const signatures = await operations.signatures(delivery);
    const about = feedOf(delivery, names);
    const refreshSeconds = secondsToWait(delivery, now);
    return {
      title: 'Delivery',
      ...(refreshSeconds && { refreshSeconds }),
      content: (
        <div id="delivery" class="page" {...(refreshSeconds && { 'data-live': refreshSeconds })}>
          <Detail
            title="Delivery"
            sub={<code>{delivery.event_id}</code>}
            actions={
              webhook.enabled && (
                <ActionButton
                  action={`deliveries/${delivery.id}/replay`}
                  label="Replay"
                  tone="primary"
                />
              )
            }
            facts={[
              ['State', <DeliveryState delivery={delivery} now={now} />],
              ['Webhook', <a href={`webhooks/${webhook.id}`}>{nameOfWebhook(webhook)}</a>],
              [
                'About',
                names.has(delivery.feed_id) ? (
                  <a href={`feeds/${delivery.feed_id}`}>{about}</a>
                ) : (
                  about
                ),
              ],
              ['Announced', <Time at={Date.parse(delivery.created_at)} now={now} />],
            ]}
          >
            {!webhook.enabled && (
              <p class="muted">
                To send this again, first switch the <a href={`webhooks/${webhook.id}`}>webhook</a>{' '}
                on.
              </p>
            )}
            <h2>Attempts</h2>
            {delivery.log.length === 0 ? (
              <Empty title="None yet">
                The first attempt is made as soon as there is a free moment.
              </Empty>
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
                  <Excerpt
                    text={JSON.stringify(delivery.event, null, 2)}
                    label="The event as JSON"
                  />
                </div>
              </details>
            </section>
          </Detail>
        </div>
      ),
    };
  },
  actions: {
    async 'deliveries/:id/replay'(visit) {
      const { id } = await (await visit.webhooks).replay(visit.param('id'));
      visit.http.webhooks.eventsPublished();
      return { to: `deliveries/${id}`, done: 'replayed' };
    },
  },
};

/** A result is waited for at the page until the next attempt is later than this. */
const SOON_MS = 60_000;

/** When the page of a delivery that waits is loaded again; without a next attempt, one runs. */
function secondsToWait({ status, next_attempt_at }: DeliveryDetails, now: number) {
  if (status !== 'pending') return undefined;
  const isSoon = next_attempt_at === null || Date.parse(next_attempt_at) - now < SOON_MS;
  return isSoon ? 2 : 60;
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
