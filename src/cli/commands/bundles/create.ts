import { defineVerb, text, texts, UsageError } from '../../kit/index.js';
import { BUNDLE_SUMMARY_SAMPLE, BUNDLE_VIEW } from '../base/index.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Make a bundle of feeds',
  description: 'Makes a bundle: a name, and feeds whose items share one combined RSS address.',
  options: {
    name: text('TEXT', 'name of the bundle'),
    feed: texts('ID', 'a feed to put in it'),
  },
  examples: [
    ['feedctl bundles create --name Mornings', 'An empty bundle'],
    [
      'feedctl bundles create --name Mornings --feed a1B2c3D4e5F6g7H8 --feed h8G7f6E5d4C3b2A1',
      'With two members',
    ],
  ],
  output: BUNDLE_SUMMARY_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, _args, { name, feed }) {
    if (name === undefined || name.trim() === '') {
      throw new UsageError('A bundle needs a name.', {
        hint: 'For example: feedctl bundles create --name Mornings',
      });
    }
    const { resolveIds } = await import('../../lookup/resolve-names.js');
    const request = { of: 'feeds', verb: 'get', creates: true } as const;
    const feeds = await resolveIds(context, feed, request);
    const client = await context.client({ creates: true });
    const bundle = await context.during('Making the bundle', () =>
      client.createBundle({ name, feeds }),
    );
    await context.output.record(bundle, BUNDLE_VIEW);
    return undefined;
  },
});
