import { sampleOf } from '../../../../resources/shown.js';
import { WEBHOOK_FIELDS } from '../../../../resources/webhook.js';
import type { RecordView, View } from '../../../output/view.js';
import { fieldsOf, listedFields } from '../../base/shown-views.js';

export const WEBHOOK_SAMPLE = sampleOf(WEBHOOK_FIELDS);

export const WEBHOOK_SECRET_SAMPLE = {
  ...WEBHOOK_SAMPLE,
  secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U=',
};

export const WEBHOOKS_VIEW: View = {
  one: 'webhook',
  many: 'webhooks',
  columns: listedFields(WEBHOOK_FIELDS),
};

export const WEBHOOK_VIEW: RecordView = { fields: fieldsOf(WEBHOOK_FIELDS) };

/** View after creation and rotation, which show the secret for the only time. */
export const WEBHOOK_SECRET_VIEW: RecordView = {
  fields: [...WEBHOOK_VIEW.fields, { field: 'secret', kind: 'id' }],
};
