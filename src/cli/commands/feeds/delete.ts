import { defineDelete } from '../base/index.js';

export const deleteFeeds = defineDelete({
  noun: 'feeds',
  one: 'feed',
  many: 'feeds',
  consequence: 'Their published addresses stop working and they leave their bundles.',
  exampleIds: ['a1B2c3D4e5F6g7H8', 'h8G7f6E5d4C3b2A1'],
  send: (client, id) => client.deleteFeed(id),
});
