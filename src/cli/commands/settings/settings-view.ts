import type { RecordView, View } from '../../output/view.js';

export const SETTINGS_SAMPLE = {
  customAuthor: 'The Example Team',
  interval: '15m',
  minInterval: '30m',
};

export const SETTINGS_VIEW: RecordView = {
  fields: [{ field: 'customAuthor' }, { field: 'interval' }],
};

/** Of several feeds. */
export const SETTINGS_ROWS_SAMPLE = [{ id: 'a1B2c3D4e5F6g7H8', ...SETTINGS_SAMPLE }];

export const SETTINGS_ROWS_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [{ field: 'id', kind: 'id' }, { field: 'customAuthor' }, { field: 'interval' }],
};
