import { defineMembers } from '../base/index.js';

export const remove = defineMembers({
  name: 'remove',
  summary: 'Take feeds out of a bundle',
  description: 'Takes feeds out of a bundle and shows the bundle. The feeds themselves stay.',
  done: 'removed',
  examples: [['feedctl bundles remove _a1B2c3D4e5F6g7H8 a1B2c3D4e5F6g7H8', 'Take a feed out']],
  send: (client, bundle, feed) => client.removeFeedFromBundle(bundle, feed),
});
