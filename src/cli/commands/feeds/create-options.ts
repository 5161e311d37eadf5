import { forEachMode } from '../../../contract/keyword-mode.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { flag, type OptionValues, text, texts, wholeNumber } from '../../kit/index.js';
import { anyOf, SEARCH_FLAGS, SEARCH_KINDS } from '../../sources/search-kinds.js';
import { FEED_SUMMARY_SAMPLE, rateOption, type Typed } from '../base/index.js';

const { title, interval, full_text, filters, mode, from, selectors } = FEED_FIELDS;

/** Fields with a flag of `feeds create`: the most frequent ones. `--with` accepts all fields. */
export const CREATE_FIELDS = {
  title,
  interval,
  full_text,
  filters,
  mode,
  from,
  selectors,
} as const;

/** Options of `feeds create` that are not fields of a feed. */
export const OWN_OPTIONS = {
  url: texts('URL', 'the same as the argument URL'),
  ...forEachMode((mode) => text(SEARCH_KINDS[mode].placeholder, SEARCH_KINDS[mode].help)),
  search: text('WORDS', 'publish the items of all feeds with these words, as a bundle'),
  region: text('CC:LANG', `news edition for ${anyOf(SEARCH_FLAGS)} (default US:en)`),
  with: text(
    'FILE',
    'further settings of the feed, as in an account file, in YAML or JSON; - reads standard input',
  ),
  fromFile: text(
    'FILE',
    'create a feed for each line of FILE: an address, or a row of CSV; - reads standard input',
    { alias: 'file' },
  ),
  ensure: flag('reuse an existing feed of the same source'),
  bundle: text('BUNDLE', 'add each feed to this bundle; a missing name is created'),
  announce: flag('send the initial items to webhooks'),
  verify: flag('delete a new feed that has no items'),
  quota: wholeNumber('N', 'create nothing if the account would exceed this many feeds'),
  rate: rateOption,
};

/** The options of the verb, with the flags of fields as typed. */
export type CreateOptions = OptionValues<typeof OWN_OPTIONS> & Typed;

/** Sample output of `feeds create` for several sources. */
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
