import { timeSpan } from '../../../../base/relative-time.js';
import type { Webhook } from '../../../../contract/index.js';
import type { DeliveryCounts } from '../../../webhooks/deliveries/deliveries.js';
import { ALL_FEEDS } from '../../../webhooks/webhook.js';
import { Dot } from './pieces.js';

/** The name of a webhook in lists, or what is shown of its address. */
export function nameOfWebhook({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name || url;
}

/** Whether a webhook takes deliveries, and how they go. */
export function WebhookState({ webhook, now }: { webhook: Webhook; now: number }) {
  const { enabled, disabled_reason, failing_since } = webhook;
  if (!enabled) {
    return (
      <div>
        <Dot tone="bad">Switched off</Dot>
        {disabled_reason && <span class="why">{disabled_reason}</span>}
      </div>
    );
  }
  if (failing_since === null) return <Dot tone="good">On</Dot>;
  return <Dot tone="bad">Failing for {timeSpan(Math.max(0, now - Date.parse(failing_since)))}</Dot>;
}

/** What a webhook is subscribed to. */
export function WebhookScope(props: { scope: string; names: ReadonlyMap<string, string> }) {
  const { scope, names } = props;
  if (scope === ALL_FEEDS) return <>All feeds</>;
  const name = names.get(scope);
  if (name === undefined) return <span class="muted">Deleted: no more events</span>;
  return <a href={`${scope.startsWith('_') ? 'bundles' : 'feeds'}/${scope}`}>{name}</a>;
}

/** Share of the finished deliveries that arrived: `98.2 % of 412`. */
export function SuccessRate({ counts }: { counts: DeliveryCounts | undefined }) {
  const { delivered = 0, failed = 0, pending = 0, held = 0 } = counts ?? {};
  const finished = delivered + failed;
  const open = pending + held;
  return (
    <span class="rate">
      {finished === 0
        ? 'None'
        : `${percent(delivered / finished)} of ${finished.toLocaleString('en')}`}
      {open > 0 && <span class="meta"> · {open.toLocaleString('en')} waiting</span>}
    </span>
  );
}

/** Rounded down, so that 100 % means all. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}

/** A link from a feed or a bundle to a webhook for it alone. */
export function WebhookHint({ scope, what }: { scope: string; what: 'feed' | 'bundle' }) {
  return (
    <div class="card">
      <h2>Send it to a program or a chat</h2>
      <p class="muted">A webhook gets each new item of this {what} as soon as it is found.</p>
      <p>
        <a href={`webhooks/new?scope=${scope}`}>Add a webhook for this {what}</a>
      </p>
    </div>
  );
}
