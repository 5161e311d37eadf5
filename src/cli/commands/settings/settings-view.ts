import type { RecordView } from '../../output/view.js';

export const SETTINGS_SAMPLE = { customAuthor: 'The Example Team' };

export const SETTINGS_VIEW: RecordView = {
  fields: [{ field: 'customAuthor' }],
};
