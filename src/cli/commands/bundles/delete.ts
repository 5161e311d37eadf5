import { defineDelete } from '../base/index.js';

export const deleteBundles = defineDelete({
  noun: 'bundles',
  one: 'bundle',
  many: 'bundles',
  consequence: 'Their combined addresses stop working; the feeds in them stay.',
  exampleIds: ['_a1B2c3D4e5F6g7H8', '_h8G7f6E5d4C3b2A1'],
  send: (client, id) => client.deleteBundle(id),
});
