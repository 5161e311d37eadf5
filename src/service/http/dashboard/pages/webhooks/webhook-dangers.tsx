import type { Webhook } from '../../../../webhooks/webhook.js';
import { Button, Confirm, Form, TextField } from '../../views/form.js';

/** What is done to a webhook seldom, each with what it means. */
export function WebhookDangers({ webhook }: { webhook: Webhook }) {
  const at = `webhooks/${webhook.id}`;
  return (
    <div class="stack">
      <div class="card">
        <h2>Send again</h2>
        <p class="muted">
          Everything that was announced to this webhook since a day, also what was held while it was
          switched off. A receiver knows an event it has had by its id.
        </p>
        <Form action={`${at}/resend`} class="fields">
          <TextField name="since" label="Since" type="date" required />
          <Button tone="quiet">Send again</Button>
        </Form>
      </div>
      <div class="card">
        <h2>New secret</h2>
        <p class="muted">
          For a day, events are signed with the new secret and the old one, so that nothing is lost
          while your receiver changes over.
        </p>
        <Confirm action={`${at}/rotate`} ask="Make a new secret…" label="Make a new secret">
          It is shown once. The old secret stops working in 24 hours.
        </Confirm>
      </div>
      <div class="card">
        <h2>Delete this webhook</h2>
        <p class="muted">Its deliveries go with it, those that wait included.</p>
        <Confirm action={`${at}/delete`} ask="Delete…" label="Delete for good">
          This cannot be undone.
        </Confirm>
      </div>
    </div>
  );
}
