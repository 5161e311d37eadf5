import { KEY_FIELDS } from '../../../resources/account.js';
import { sampleOf } from '../../../resources/shown.js';
import { columns } from '../../output/columns.js';
import type { RecordView, View } from '../../output/view.js';
import { listedFields } from '../base/shown-views.js';

export const KEY_SAMPLE = sampleOf(KEY_FIELDS);

export const KEYS_VIEW: View = { one: 'key', many: 'keys', columns: listedFields(KEY_FIELDS) };

export const NEW_KEY_SAMPLE = {
  id: 'c_2rTq8Zk1',
  name: 'reader',
  read_only: false,
  expires_at: null,
  secret: 's_9fLw3Xb7',
};

export const NEW_KEY_VIEW: RecordView = {
  fields: columns('id name read_only expires_at secret', { secret: { kind: 'id' } }),
};

export const STORED_KEY_SAMPLE = { id: 'c_2rTq8Zk1', name: 'reader', secret_file: 'reader.key' };

export const STORED_KEY_VIEW: RecordView = {
  fields: columns('id name secret_file', { secret_file: { heading: 'secret in', kind: 'url' } }),
};
