import { defineList } from '../base/list.js';
import { BUNDLE_SUMMARY_SAMPLE } from '../base/samples.js';
import { BUNDLES_VIEW } from '../base/views.js';

export const list = defineList({
  noun: 'bundles',
  view: BUNDLES_VIEW,
  sample: BUNDLE_SUMMARY_SAMPLE,
  whenEmpty: 'Make one: feedctl bundles create --name Mornings',
  read: (client, options) => client.bundles(options),
});
