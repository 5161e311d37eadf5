import { text } from '../../kit/index.js';
import { BUNDLE_SUMMARY_SAMPLE, BUNDLE_VIEW, defineUpdate, iconOption } from '../base/index.js';

export const update = defineUpdate({
  noun: 'bundles',
  one: 'bundle',
  description:
    'Changes the name, description or icon of a bundle. Its members change with bundles add and bundles remove.',
  fields: {
    name: text('TEXT', 'new name'),
    description: text('TEXT', 'new description'),
    icon: iconOption,
  },
  view: BUNDLE_VIEW,
  sample: BUNDLE_SUMMARY_SAMPLE,
  examples: [["feedctl bundles update _a1B2c3D4e5F6g7H8 --name 'Mornings'", 'Rename a bundle']],
  send: (client, id, changes) => client.updateBundle(id, changes),
});
