import type { RecordView, View } from '../../output/view.js';

export const KEY_SAMPLE = {
  id: 'c_2rTq8Zk1',
  name: 'reader',
  created_at: '2026-01-31T08:30:00.000Z',
  last_used_at: '2026-01-31T09:00:00.000Z',
  last_used_from: 'feedctl 0.1.0 from 192.0.2.x',
  revoked_at: null,
};

export const KEYS_VIEW: View = {
  one: 'key',
  many: 'keys',
  columns: [
    { field: 'id', kind: 'id', rank: 1 },
    { field: 'name', rank: 2 },
    { field: 'created_at', heading: 'created', kind: 'time', rank: 4 },
    { field: 'last_used_at', heading: 'last used', kind: 'time', rank: 3 },
    { field: 'last_used_from', heading: 'last used by', rank: 6 },
    { field: 'revoked_at', heading: 'revoked', kind: 'time', rank: 5 },
  ],
};

export const NEW_KEY_SAMPLE = { id: 'c_2rTq8Zk1', name: 'reader', secret: 's_9fLw3Xb7' };

export const NEW_KEY_VIEW: RecordView = {
  fields: [{ field: 'id', kind: 'id' }, { field: 'name' }, { field: 'secret', kind: 'id' }],
};

export const STORED_KEY_SAMPLE = { id: 'c_2rTq8Zk1', name: 'reader', secret_file: 'reader.key' };

export const STORED_KEY_VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'name' },
    { field: 'secret_file', heading: 'secret in', kind: 'url' },
  ],
};

export const REVOKED_KEY_VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'revoked', kind: 'state' },
  ],
};
