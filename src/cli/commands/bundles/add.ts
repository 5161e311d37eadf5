import { defineMembers } from '../base/index.js';

export const add = defineMembers({
  name: 'add',
  summary: 'Add feeds to a bundle',
  description:
    'Adds feeds to a bundle and shows the bundle. A feed that is a member already stays one.',
  done: 'added',
  examples: [['feedctl bundles add _a1B2c3D4e5F6g7H8 a1B2c3D4e5F6g7H8', 'Add a feed']],
  send: (client, bundle, feed) => client.addFeedToBundle(bundle, feed),
});
