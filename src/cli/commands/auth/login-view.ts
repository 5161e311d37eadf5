import type { RecordView } from '../../output/view.js';

export const LOGIN_SAMPLE = {
  profile: 'feeds.example.com',
  kind: 'remote',
  baseUrl: 'https://feeds.example.com',
};

export const LOGIN_VIEW: RecordView = {
  fields: [{ field: 'profile', kind: 'id' }, { field: 'kind' }, { field: 'baseUrl', kind: 'url' }],
};
