import { flag, one, shellCommand, text, UsageError, wholeNumber } from '../../kit/index.js';
import type { RecordView, View } from '../../output/view.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
import { everyOption, quietOption, timeZoneOption } from '../base/index.js';

export const SETTINGS_SAMPLE = {
  customAuthor: 'The Example Team',
  interval: '15m',
  quiet_hours: '22:00-06:00 Europe/Berlin',
  min_interval: '30m',
  full_text: true,
};

export const SETTINGS_VIEW: RecordView = {
  fields: [
    { field: 'customAuthor' },
    { field: 'interval' },
    { field: 'quiet_hours' },
    { field: 'full_text' },
  ],
};

/** Sample for several feeds. */
export const SETTINGS_ROWS_SAMPLE = [{ id: 'a1B2c3D4e5F6g7H8', ...SETTINGS_SAMPLE }];

export const SETTINGS_ROWS_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [
    { field: 'id', kind: 'id' },
    { field: 'customAuthor' },
    { field: 'interval' },
    { field: 'quiet_hours' },
    { field: 'full_text' },
  ],
};

export const get = defineVerb({
  name: 'get',
  summary: 'Show the settings of a feed',
  description:
    'Shows the settings of a feed. customAuthor is null when items have the authors of the source; interval is absent when it follows the rhythm of the source (auto).',
  arguments: { feed: one('FEED', 'the feed') },
  examples: [['feedctl settings get a1B2c3D4e5F6g7H8', 'Show the settings of a feed']],
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

export const set = defineVerb({
  name: 'set',
  summary: 'Change the settings of a feed',
  description:
    'Changes the settings of a feed. A custom author replaces the authors of the source on every item; --clear-custom-author restores them. --every sets how often a feedctl service fetches the feed: a duration (the operator may set a minimum), auto to follow the rhythm of the source, or paused. --quiet-hours sets hours without fetches. --full-text fetches the page of each new item and uses its article as the text; --backfill-text N does so for the newest N stored items, too. --clear-full-text turns it off; stored texts stay until their items change.',
  arguments: { feed: one('FEED', 'the feed; - reads ids from standard input, one per line') },
  options: {
    customAuthor: text('NAME', 'author of every item'),
    clearCustomAuthor: flag('restore the authors of the source'),
    every: everyOption,
    quietHours: quietOption,
    timeZone: timeZoneOption,
    fullText: flag('use the articles of the pages as texts of new items'),
    clearFullText: flag('use the texts of the feed again'),
    backfillText: wholeNumber('N', 'with --full-text: fetch the texts of the newest N items, too', {
      min: 1,
      max: 500,
    }),
  },
  examples: [
    ["feedctl settings set a1B2c3D4e5F6g7H8 --custom-author 'The Example Team'", 'Set an author'],
    [
      'feedctl settings set a1B2c3D4e5F6g7H8 --clear-custom-author',
      'Restore the authors of the source',
    ],
    ['feedctl settings set a1B2c3D4e5F6g7H8 --every 15m', 'Fetch it every 15 minutes'],
    ['feedctl settings set a1B2c3D4e5F6g7H8 --full-text', 'Read whole articles from now on'],
  ],
  output: SETTINGS_SAMPLE,
  otherOutput: SETTINGS_ROWS_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7, 8],
  async run(context, { feed: typed }, options) {
    const { customAuthor, clearCustomAuthor, fullText, clearFullText, backfillText, ...schedule } =
      options;
    const { resolveName } = await import('../../lookup/resolve-names.js');
    if (customAuthor !== undefined && clearCustomAuthor) {
      throw new UsageError('--custom-author and --clear-custom-author cannot be combined.');
    }
    if (fullText && clearFullText) {
      throw new UsageError('--full-text and --clear-full-text cannot be combined.');
    }
    if (backfillText !== undefined && (!fullText || typed === '-')) {
      throw new UsageError('--backfill-text requires --full-text and one feed.');
    }
    const changesAuthor = customAuthor !== undefined || clearCustomAuthor;
    const { every, quietHours, timeZone } = schedule;
    const changesSchedule = [every, quietHours, timeZone].some((value) => value !== undefined);
    const changesText = fullText || clearFullText;
    if (!changesAuthor && !changesSchedule && !changesText) {
      throw new UsageError('No changes given.', {
        hint: 'Pass at least one of --custom-author, --clear-custom-author, --every, --quiet-hours, --full-text, --clear-full-text.',
      });
    }
    const { isBlank } = await import('../../../base/text.js');
    if (customAuthor !== undefined && isBlank(customAuthor)) {
      throw new UsageError('--custom-author must not be empty.', {
        hint: `To remove it: feedctl settings set ${shellCommand([typed])} --clear-custom-author`,
      });
    }
    const request = { of: 'feeds', verb: 'update' } as const;
    const { floorNote, scheduleSettings } = await import('../base/read-interval.js');
    const body = {
      ...(changesAuthor && { customAuthor: customAuthor ?? null }),
      ...scheduleSettings(schedule),
      ...(changesText && { full_text: fullText }),
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
    if (backfillText !== undefined) {
      const { fetchAllTexts } = await import('../feeds/fetch-all-texts.js');
      await fetchAllTexts(context, client, feed, { limit: backfillText });
    }
    await context.output.record(settings, SETTINGS_VIEW);
    return undefined;
  },
});

export const settings: Noun = {
  name: 'settings',
  summary: 'Read and change the settings of a feed',
  members: [get, set],
};
