import { defineVerb, flag, one, shellCommand, text, UsageError } from '../../kit/index.js';
import { everyOption } from '../base/index.js';
import {
  SETTINGS_ROWS_SAMPLE,
  SETTINGS_ROWS_VIEW,
  SETTINGS_SAMPLE,
  SETTINGS_VIEW,
} from './settings-view.js';

export const set = defineVerb({
  name: 'set',
  summary: 'Change the settings of a feed',
  description:
    'Changes the settings of a feed. A custom author stands on every item in place of the authors of the source; --clear-custom-author brings those back. --every says how often a service of feedctl fetches the feed: a duration, which its operator may keep from being too short, auto for the rhythm of the source, or paused.',
  arguments: { feed: one('FEED', 'whose settings to change; - reads ids from a pipe, one a line') },
  options: {
    customAuthor: text('NAME', 'author of every item'),
    clearCustomAuthor: flag('show the authors of the source again'),
    every: everyOption,
  },
  examples: [
    ["feedctl settings set a1B2c3D4e5F6g7H8 --custom-author 'The Example Team'", 'One author'],
    ['feedctl settings set a1B2c3D4e5F6g7H8 --clear-custom-author', 'Those of the source again'],
    ['feedctl settings set a1B2c3D4e5F6g7H8 --every 15m', 'Fetch it every 15 minutes'],
  ],
  output: SETTINGS_SAMPLE,
  otherOutput: SETTINGS_ROWS_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7, 8],
  async run(context, { feed: typed }, { customAuthor, clearCustomAuthor, every }) {
    const { resolveName } = await import('../../lookup/resolve-names.js');
    if (customAuthor !== undefined && clearCustomAuthor) {
      throw new UsageError('Give one of --custom-author NAME and --clear-custom-author.');
    }
    const changesAuthor = customAuthor !== undefined || clearCustomAuthor;
    if (!changesAuthor && every === undefined) {
      throw new UsageError('Nothing to change was given.', {
        hint: 'Give at least one of --custom-author, --clear-custom-author, --every.',
      });
    }
    if (customAuthor === '') {
      throw new UsageError('--custom-author is empty.', {
        hint: `To remove it: feedctl settings set ${shellCommand([typed])} --clear-custom-author`,
      });
    }
    const request = { of: 'feeds', verb: 'update' } as const;
    const { floorNote, readInterval } = await import('../base/read-interval.js');
    const body = {
      ...(changesAuthor && { customAuthor: customAuthor ?? null }),
      ...(every !== undefined && { interval: readInterval(every) }),
    };
    if (typed === '-') {
      const { changeMany } = await import('../../bulk/change-many.js');
      return changeMany(context, {
        request,
        output: context.output.inOtherShape(),
        view: SETTINGS_ROWS_VIEW,
        send: async (client, id) => ({ id, ...(await client.updateFeedSettings(id, body)) }),
      });
    }
    const feed = await resolveName(context, typed, request);
    const client = await context.client();
    const settings = await context.during('Changing the settings', () =>
      client.updateFeedSettings(feed, body),
    );
    const note = floorNote(settings);
    if (note !== null) await context.notes.note(note);
    await context.output.record(settings, SETTINGS_VIEW);
    return undefined;
  },
});
