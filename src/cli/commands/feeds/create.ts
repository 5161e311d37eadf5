import { any, UsageError } from '../../kit/index.js';
import { searchIn } from '../../sources/search-kinds.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { FEED_OPTION_GROUPS, FEED_SAMPLE, newFieldOptions, readFields } from '../base/index.js';
import { FEED_MORE } from '../base/more-output.js';
import { askCreate } from './ask.js';
import { createMany } from './create-many.js';
import { createOne } from './create-one.js';
import {
  CREATE_FIELDS,
  type CreateOptions,
  OWN_OPTIONS,
  RESULTS_SAMPLE,
} from './create-options.js';
import { createSearch } from './create-search.js';
import { movedFlag } from './moved-flags.js';

/** A bundle that shows what a search finds has a name, and none of the other options. */
const OTHERS_OF_SEARCH = Object.keys({ ...newFieldOptions(CREATE_FIELDS), ...OWN_OPTIONS }).filter(
  (name) => name !== 'search' && name !== 'title',
);

export const create = defineVerb({
  name: 'create',
  summary: 'Create a feed from an address, a keyword or a headline',
  description: `
    Creates a feed from the address of any website or feed (https:// is assumed), or from a search
    of the news. If a page has its own feed, that feed is used; otherwise one is generated from the
    page. Without a source, it asks for one on a terminal. Several URLs create several feeds.
  `,
  details: `
    feedctl feeds add is the same command. When the account already has the source, a feedctl
    service returns the existing feed; for other services, pass --ensure. A feed that a page without
    a list declares is used, too; --from html always uses the page, and --from feed uses any feed it
    links to, even one of the whole site.

    --include and --exclude decide which items are shown; the others are kept, and feedctl items ID
    --dropped lists them. If the wrong items are found, select others with --select and test them
    with feedctl preview. --with FILE gives the feed any setting that an entry of an account file
    may have, such as access (headers, cookies and a password of the source), render, steps,
    quiet_hours or max_age; a flag has precedence over the file. feedctl feeds update changes all of
    them later, and stores older items (--backfill).

    --search WORDS makes a search that lasts: a bundle of all feeds, also of those created later, that
    shows the items with these words (a rule, as for --include). It has an RSS address and webhooks
    as every bundle, and feedctl bundles update changes it.

    Several URLs, or --from-file FILE, create many feeds: one result per source, exit code 8 when
    some failed. The columns of a CSV file are those of feedctl import; each new feed gets what its
    row says, and existing feeds are not changed. After an interruption, run the same command again
    with --ensure; it creates no duplicates.
  `,
  arguments: { urls: any('URL', 'addresses of websites or feeds') },
  options: { ...newFieldOptions(CREATE_FIELDS), ...OWN_OPTIONS },
  excludes: { with: ['fromFile'], search: OTHERS_OF_SEARCH },
  elsewhere: movedFlag,
  common: [
    ...['keyword', 'headline', 'title', 'every', 'include', 'exclude', 'fullText', 'select'],
    ...['bundle', 'with', 'fromFile'],
  ],
  groups: FEED_OPTION_GROUPS,
  examples: {
    'feedctl feeds create https://example.com/news': 'Create a feed from a website or a feed',
    "feedctl feeds create --keyword 'solar sails' --region GB:en":
      'Create a feed from a news search',
    "feedctl feeds create example.com/news --title 'Example News' --every 15m":
      'Set a title and fetch every 15 minutes',
    'feedctl feeds create --from-file addresses.txt --ensure --bundle Mornings':
      'Create many feeds; run it again to resume',
    "feedctl feeds create --headline 'Probe unfolds its sail in orbit'":
      'Create a feed from a headline',
    "feedctl feeds create https://example.com --select items='article'":
      'Select the items of a page',
    'feedctl feeds create https://example.com/news --exclude sponsored':
      'Leave out items that contain a word',
    'feedctl feeds create https://example.com/news --full-text':
      'Read whole articles instead of teasers',
    'feedctl feeds create https://example.com/terms --changes':
      'Follow the changes of the text of a page',
    'feedctl feeds create https://example.com/jobs --from html':
      'Use the page instead of the feed it links to',
    'echo \'access: { cookie: "@cookie.txt" }\' | feedctl feeds create https://example.com/members --with -':
      'Read a page that needs a login',
    'feedctl feeds create https://example.com/list --with settings.yaml':
      'Set more than the flags do, such as steps in the browser',
    "feedctl feeds create --search 'solar sails'":
      'Publish the items of all feeds with these words',
    'feedctl feeds create https://example.com -o id': 'Print only the id, for a script',
  },
  output: FEED_SAMPLE,
  moreOutput: () => FEED_MORE,
  otherOutput: { when: 'for several', sample: RESULTS_SAMPLE },
  reports: true,
  exitCodes: [4, 5, 6, 7, 8],
  async run(context, { urls }, typed) {
    if (typed.search !== undefined) {
      if (urls.length > 0) throw new UsageError('--search cannot be combined with an address.');
      const { title } = readFields({ title: CREATE_FIELDS.title }, typed);
      await createSearch(context, typed.search, title);
      await context.noteUnserved();
      return undefined;
    }
    const options = await completed(context, { ...typed, url: [...urls, ...typed.url] });
    if (options.fromFile !== undefined || options.url.length > 1)
      return createMany(context, options);
    await createOne(context, options);
    await context.noteUnserved();
  },
});

/** Asks for the source on a terminal when none was given. */
async function completed(context: Context, options: CreateOptions): Promise<CreateOptions> {
  const { url, fromFile } = options;
  const isGiven = url.length > 0 || fromFile !== undefined || searchIn(options) !== undefined;
  if (isGiven || !context.prompts.canAsk) return options;
  const asked = await askCreate(context, options);
  return { ...options, ...asked, url: asked.url === undefined ? [] : [asked.url] };
}
