import { defineVerb, one } from '../../kit/index.js';
import { SETTINGS_SAMPLE, SETTINGS_VIEW } from './settings-view.js';

export const get = defineVerb({
  name: 'get',
  summary: 'Show the settings of a feed',
  description:
    'Shows the settings of a feed. customAuthor is null when the authors are those of the source; interval is absent while the rhythm of the source decides (auto).',
  arguments: { feed: one('FEED', 'whose settings to show') },
  examples: [['feedctl settings get a1B2c3D4e5F6g7H8', 'See whether a feed has a custom author']],
  output: SETTINGS_SAMPLE,
  exitCodes: [3, 4, 6, 7],
  async run(context, { feed: typed }) {
    const { resolveName } = await import('../../lookup/resolve-names.js');
    const feed = await resolveName(context, typed, { of: 'feeds', verb: 'get', reads: true });
    const client = await context.client();
    const settings = await context.during('Reading the settings', () =>
      client.getFeedSettings(feed),
    );
    await context.output.record(settings, SETTINGS_VIEW);
    return undefined;
  },
});
