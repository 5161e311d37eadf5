import { ALL_FEEDS, type Webhook } from '../../../webhooks/webhook.js';
import { Badge } from './pieces.js';
import { span } from './relative-time.js';

/** Whether a webhook takes deliveries, and how they go. */
export function WebhookState({ webhook, now }: { webhook: Webhook; now: number }) {
  const { enabled, disabled_reason, failing_since } = webhook;
  if (!enabled) {
    return (
      <div>
        <Badge tone="bad">Switched off</Badge>
        {disabled_reason && <span class="why">{disabled_reason}</span>}
      </div>
    );
  }
  if (failing_since === null) return <Badge tone="good">On</Badge>;
  return (
    <Badge tone="warn">Failing for {span(Math.max(0, now - Date.parse(failing_since)))}</Badge>
  );
}

/** What a webhook hears of. */
export function WebhookScope(props: { scope: string; names: ReadonlyMap<string, string> }) {
  const { scope, names } = props;
  if (scope === ALL_FEEDS) return <>All feeds</>;
  const name = names.get(scope);
  if (name === undefined) return <span class="muted">Deleted: nothing comes any more</span>;
  return <a href={`${scope.startsWith('_') ? 'bundles' : 'feeds'}/${scope}`}>{name}</a>;
}

/** The filter in words. */
export function filterWords({ include, exclude, only }: Webhook): string {
  const parts = [
    only === 'new' ? 'new items only' : only === 'changed' ? 'changed items only' : '',
    include.length > 0 ? `with ${include.join(', ')}` : '',
    exclude.length > 0 ? `without ${exclude.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Everything' : sentence(parts.join('; '));
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
