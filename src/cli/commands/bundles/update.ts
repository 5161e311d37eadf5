import { text } from '../../options.js';
import { checkBundleIds } from '../base/ids.js';
import { BUNDLE_SUMMARY_SAMPLE } from '../base/samples.js';
import { defineUpdate } from '../base/update.js';
import { BUNDLE_VIEW } from '../base/views.js';

export const update = defineUpdate({
  one: 'bundle',
  description:
    'Changes the name, description or icon of a bundle. Its members change with bundles add and bundles remove.',
  fields: {
    name: text('TEXT', 'new name'),
    description: text('TEXT', 'new description'),
    icon: text('URL', 'address of an image, or "" for none'),
  },
  view: BUNDLE_VIEW,
  sample: BUNDLE_SUMMARY_SAMPLE,
  examples: [["feedctl bundles update _a1B2c3D4e5F6g7H8 --name 'Mornings'", 'Rename a bundle']],
  check: (ids) => checkBundleIds(ids, ['feeds', 'update']),
  send: (client, id, changes) => client.updateBundle(id, changes),
});
