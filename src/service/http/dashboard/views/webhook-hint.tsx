/** The way from a feed or a bundle to a webhook that hears of nothing else. */
export function WebhookHint({ scope, what }: { scope: string; what: 'feed' | 'bundle' }) {
  return (
    <div class="card">
      <h2>Tell a program</h2>
      <p class="muted">A webhook is sent what is new in this {what} at once.</p>
      <p>
        <a href={`webhooks/new?scope=${scope}`}>Add a webhook for this {what}</a>
      </p>
    </div>
  );
}
