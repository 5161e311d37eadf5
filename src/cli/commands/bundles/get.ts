import { defineVerb, one } from '../../kit/index.js';
import { BUNDLE_SAMPLE, BUNDLE_VIEW, noRefreshOption, sortOption } from '../base/index.js';

export const get = defineVerb({
  name: 'get',
  summary: 'Show one bundle with the items of its feeds',
  description: 'Shows one bundle: its members, and the newest items of all of them.',
  arguments: { id: one('ID', 'the bundle to show: id or name') },
  options: { sort: sortOption, noRefresh: noRefreshOption },
  examples: [
    ['feedctl bundles get _a1B2c3D4e5F6g7H8', 'Show a bundle and its items'],
    ['feedctl bundles get _a1B2c3D4e5F6g7H8 --json --fields feeds', 'Only the members'],
  ],
  output: BUNDLE_SAMPLE,
  exitCodes: [3, 4, 6, 7],
  async run(context, { id: typed }, { sort, noRefresh }) {
    const { resolveName } = await import('../../lookup/resolve-names.js');
    const id = await resolveName(context, typed, { of: 'bundles', verb: 'get', reads: true });
    const client = await context.client();
    if (!noRefresh) {
      const { freshen } = await import('../base/freshen.js');
      await freshen(context, id);
    }
    const bundle = await context.during('Reading the bundle', () => client.getBundle(id, { sort }));
    await context.output.record(bundle, BUNDLE_VIEW);
    return undefined;
  },
});
