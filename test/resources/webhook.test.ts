import { expect, it } from 'vitest';
import { ATTEMPT_FIELDS, DELIVERY_FIELDS, WEBHOOK_FIELDS } from '../../src/resources/webhook.js';
import { columnsOf, namesWith } from './columns.js';

it('keeps the columns of webhooks and deliveries in this order on a narrow terminal', () => {
  expect(columnsOf(WEBHOOK_FIELDS)).toEqual([
    ...['id', 'url', 'name enabled', 'scope', 'format', 'failing_since', 'last_success_at'],
  ]);
  expect(columnsOf(DELIVERY_FIELDS)).toEqual([
    ...['created_at', 'id', 'status', 'feed_title', 'webhook_name', 'last_error', 'last_status'],
    ...['attempts', 'last_duration_ms', 'next_attempt_at'],
  ]);
});

it('leaves out of an answer only what need not be there', () => {
  const optional = ['template', 'headers', 'kind', 'max_items', 'listens_until'];
  expect(namesWith(WEBHOOK_FIELDS, 'optional')).toEqual(optional);
  expect(namesWith({ ...DELIVERY_FIELDS, ...ATTEMPT_FIELDS }, 'optional')).toEqual([]);
});

it('shows people all but this', () => {
  expect(namesWith(WEBHOOK_FIELDS, 'hidden')).toEqual(['listens_until']);
  expect(namesWith(DELIVERY_FIELDS, 'hidden')).toEqual(['last_attempt_at', 'test']);
  expect(namesWith(ATTEMPT_FIELDS, 'hidden')).toEqual(['request']);
});
