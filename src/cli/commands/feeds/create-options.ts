import { forEachMode } from '../../../contract/keyword-mode.js';
import { choice, flag, type OptionValues, text, texts, wholeNumber } from '../../kit/index.js';
import { anyOf, SEARCH_FLAGS, SEARCH_KINDS } from '../../sources/search-kinds.js';
import { FEED_SUMMARY_SAMPLE, rateOption, type Typed } from '../base/index.js';

/** The options of `feeds create` that are no fields of a feed. */
export const OWN_OPTIONS = {
  url: texts('URL', 'the same as the argument URL'),
  ...forEachMode((mode) => text(SEARCH_KINDS[mode].placeholder, SEARCH_KINDS[mode].help)),
  region: text('CC:LANG', `news edition for ${anyOf(SEARCH_FLAGS)} (default US:en)`),
  backfillText: wholeNumber('N', 'fetch the texts of the newest N initial items, too', {
    min: 1,
    max: 500,
  }),
  backfill: wholeNumber('N', 'store up to N older items that the source does not list first', {
    min: 1,
    max: 500,
  }),
  backfillSince: text('DATE', 'store older items from this date on, such as 2026-01-31'),
  fromFile: text(
    'FILE',
    'create a feed for each source in FILE: one address per line, or CSV with a heading; - reads standard input',
    { alias: 'file' },
  ),
  format: choice(['list', 'csv'], 'FORMAT', 'format of the --from-file FILE (default: detected)'),
  ensure: flag('reuse an existing feed of the same source'),
  bundle: text('BUNDLE', 'add each feed to this bundle; a missing name is created'),
  announce: flag('send the initial items to webhooks'),
  verify: flag('delete a new feed that has no items'),
  quota: wholeNumber('N', 'create nothing if the account would exceed this many feeds'),
  rate: rateOption,
  strict: flag('create nothing if one of several sources is invalid'),
};

/** The options of the verb, and the flags of the fields of a feed as typed. */
export type CreateOptions = OptionValues<typeof OWN_OPTIONS> & Typed;

/** What `feeds create` prints for several sources. */
export const RESULTS_SAMPLE = [
  {
    input: 'https://example.com/news',
    ok: true,
    created: true,
    feed: FEED_SUMMARY_SAMPLE,
  },
  {
    input: 'https://example.com/gone',
    ok: false,
    created: false,
    error: { message: 'The source answers 404.', code: 'SOURCE_UNREACHABLE', statusCode: 400 },
  },
];
