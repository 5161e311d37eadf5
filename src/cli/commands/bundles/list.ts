import { BUNDLE_SUMMARY_SAMPLE, BUNDLES_VIEW, defineList } from '../base/index.js';

export const list = defineList({
  noun: 'bundles',
  view: BUNDLES_VIEW,
  sample: BUNDLE_SUMMARY_SAMPLE,
  whenEmpty: 'Make one: feedctl bundles create --name Mornings',
  read: (client, options) => client.bundles(options),
});
