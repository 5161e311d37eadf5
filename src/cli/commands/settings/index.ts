import { FEED_FIELDS } from '../../../resources/feed.js';
import { having } from '../../../resources/field.js';
import { fetchAllTexts } from '../../bulk/fetch-all-texts.js';
import { one, UsageError, wholeNumber } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import type { Column, RecordView, View } from '../../output/view.js';
import { settingsOf } from '../../sources/values.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
import { changePiped, refuseNoChanges } from '../base/changes.js';
import { changeOptions, FEED_OPTION_GROUPS, readFields } from '../base/index.js';
import { floorNote } from '../base/send-changes.js';

const SETTINGS = having(FEED_FIELDS, { request: 'settings' });

const SETTINGS_SAMPLE = {
  ...Object.fromEntries(SETTINGS.map((name) => [name, FEED_FIELDS[name].sample])),
  min_interval: '30m',
};

const COLUMNS: readonly Column[] = SETTINGS.map((field) => ({ field }));

const SETTINGS_VIEW: RecordView = { fields: COLUMNS };

/** Sample for several feeds. */
const SETTINGS_ROWS_SAMPLE = [{ id: 'a1B2c3D4e5F6g7H8', ...SETTINGS_SAMPLE }];

const SETTINGS_ROWS_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [{ field: 'id', kind: 'id' }, ...COLUMNS],
};

export const get = defineVerb({
  name: 'get',
  summary: 'Show the settings of a feed',
  description:
    'Shows the settings of a feed. customAuthor is null when items have the authors of the source; interval is absent when it follows the rhythm of the source (auto).',
  arguments: { feed: one('FEED', 'the feed') },
  examples: {
    'feedctl settings get a1B2c3D4e5F6g7H8': 'Show the settings of a feed',
  },
  output: SETTINGS_SAMPLE,
  exitCodes: [3, 4, 6, 7],
  async run(context, { feed: typed }) {
    const feed = await resolveName(context, typed, { of: 'feeds', verb: 'get', reads: true });
    const client = await context.client();
    const settings = await context.during('Reading the settings', () =>
      client.getFeedSettings(feed),
    );
    await context.output.record(settings, SETTINGS_VIEW);
  },
});

export const set = defineVerb({
  name: 'set',
  summary: 'Change the settings of a feed',
  description:
    'Changes the settings of a feed. feedctl feeds update changes the same settings and everything else.',
  details: `
    A custom author replaces the authors of the source on every item; --clear-custom-author restores
    them. --every sets how often a feedctl service fetches the feed: a duration (the operator may
    set a minimum), auto to follow the rhythm of the source, or paused.

    --quiet-hours sets hours without fetches. --full-text fetches the page of each new item and uses
    its article as the text; --backfill-text N does so for the newest N stored items, too.
    --clear-full-text turns it off; stored texts stay until their items change.
  `,
  arguments: { feed: one('FEED', 'the feed; - reads ids from standard input, one per line') },
  options: {
    ...changeOptions(FEED_FIELDS, 'settings'),
    backfillText: wholeNumber('N', 'with --full-text: fetch the texts of the newest N items, too', {
      min: 1,
      max: 500,
    }),
  },
  groups: FEED_OPTION_GROUPS,
  examples: {
    "feedctl settings set a1B2c3D4e5F6g7H8 --custom-author 'The Example Team'": 'Set an author',
    'feedctl settings set a1B2c3D4e5F6g7H8 --clear-custom-author':
      'Restore the authors of the source',
    'feedctl settings set a1B2c3D4e5F6g7H8 --every 15m': 'Fetch it every 15 minutes',
    'feedctl settings set a1B2c3D4e5F6g7H8 --full-text': 'Read whole articles from now on',
  },
  output: SETTINGS_SAMPLE,
  otherOutput: { when: 'for several', sample: SETTINGS_ROWS_SAMPLE },
  reports: true,
  exitCodes: [3, 4, 5, 6, 7, 8],
  async run(context, { feed: typed }, { backfillText, ...flags }) {
    const body = settingsOf(readFields(FEED_FIELDS, flags));
    if (backfillText !== undefined && (!body.full_text || typed === '-')) {
      throw new UsageError('--backfill-text requires --full-text and one feed.');
    }
    refuseNoChanges(flags, 'settings set');
    const request = { of: 'feeds', verb: 'update' } as const;
    if (typed === '-') {
      return changePiped(context, request, {
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
