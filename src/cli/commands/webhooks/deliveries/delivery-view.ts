import { sampleOf } from '../../../../resources/shown.js';
import { ATTEMPT_FIELDS, DELIVERY_FIELDS } from '../../../../resources/webhook.js';
import type { RecordView, View } from '../../../output/view.js';
import { fieldsOf, listedFields } from '../../base/shown-views.js';

/** Prefix of the ids of deliveries. */
export const DELIVERY = 'dlv_';

export const DELIVERY_SAMPLE = sampleOf(DELIVERY_FIELDS);

export const DELIVERY_DETAILS_SAMPLE = {
  ...DELIVERY_SAMPLE,
  log: [sampleOf(ATTEMPT_FIELDS)],
  event: { id: DELIVERY_FIELDS.event_id.sample, type: 'feed_update' },
};

export const DELIVERIES_VIEW: View = {
  one: 'delivery',
  many: 'deliveries',
  columns: listedFields(DELIVERY_FIELDS),
};

export const DELIVERY_VIEW: RecordView = { fields: fieldsOf(DELIVERY_FIELDS) };

export const DELIVERY_DETAILS_VIEW: RecordView = {
  ...DELIVERY_VIEW,
  rows: {
    field: 'log',
    view: { one: 'attempt', many: 'attempts', columns: fieldsOf(ATTEMPT_FIELDS) },
  },
};
