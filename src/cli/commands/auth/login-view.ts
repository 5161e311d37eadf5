import type { RecordView } from '../../output/view.js';

export const LOGIN_VIEW: RecordView = {
  fields: [{ field: 'profile', kind: 'id' }, { field: 'kind' }, { field: 'baseUrl', kind: 'url' }],
};
