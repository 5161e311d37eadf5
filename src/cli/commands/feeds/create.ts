import {
  choice,
  flag,
  type OptionValues,
  text,
  texts,
  wholeNumber,
  withScheme,
} from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import {
  documentChoice,
  everyOption,
  FEED_SAMPLE,
  iconOption,
  RESULTS_SAMPLE,
  rateOption,
  selectOption,
} from '../base/index.js';

const createOptions = {
  url: texts('URL', 'address of a web site or of a feed'),
  keyword: text('WORDS', 'follow a news search; quotes, OR, -word and site: work'),
  headline: text('TEXT', 'follow a story by its full headline'),
  region: text('CC:LANG', 'edition of the news, with --keyword or --headline (default US:en)'),
  select: selectOption,
  title: text('TEXT', 'title of the feed, in place of that of the source'),
  icon: iconOption,
  author: text('NAME', 'author of every item'),
  every: everyOption,
  from: text(
    'KIND|FILE',
    'read the page (html), a feed it leads to (feed) or its own feed first (auto); or a FILE of many sources: an address a line, or CSV with a heading; - reads a pipe, ./html a file named html',
  ),
  format: choice(['list', 'csv'], 'FORMAT', 'of --from, when it cannot be seen'),
  ensure: flag('look through the account first and take the feed that is there'),
  bundle: text('BUNDLE', 'put each feed in this bundle; a name makes it if it is missing'),
  announce: flag('send the items it starts with to the webhooks'),
  verify: flag('delete a feed that this run made and that came back empty'),
  quota: wholeNumber('N', 'make nothing if the account would have more feeds than this'),
  rate: rateOption,
  strict: flag('make nothing if one of several sources cannot be used'),
};

export const create = defineVerb({
  name: 'create',
  summary: 'Make a feed from an address, a keyword or a headline',
  description:
    'Makes a feed. On a terminal, without any source, it asks. --url takes the address of any web site or feed (https:// is assumed); --keyword and --headline follow the news. A source the account already has is not made twice by a service of feedctl: the feed that exists is shown; for any other service add --ensure. The own feed of a page is read before the page; where it has none, a feed is made of the page. --from html reads the page and --from feed a feed it leads to, even if that is of the whole site. When the wrong items come out, point at the right ones with --select and try them out with feedctl preview. Several --url, or --from, make many feeds: a result for each source, exit code 8 when some failed. After an interruption, run the same command again with --ensure: nothing is made twice.',
  options: createOptions,
  examples: [
    ['feedctl feeds create --url https://example.com/news', 'From a web site or a feed'],
    ["feedctl feeds create --keyword 'solar sails' --region GB:en", 'From a news search'],
    ["feedctl feeds create --headline 'Probe unfolds its sail in orbit'", 'From a headline'],
    [
      "feedctl feeds create --url https://example.com --select items='article'",
      'From what you point at on a page',
    ],
    [
      "feedctl feeds create --url example.com/news --title 'Example News' --every 15m",
      'With a title of its own, fetched every 15 minutes',
    ],
    [
      'feedctl feeds create --url https://example.com/jobs --from html',
      'From the page itself, not from a feed it links to',
    ],
    ['feedctl feeds create --url https://example.com -o id', 'Print only the id, for a script'],
    [
      'feedctl feeds create --from addresses.txt --ensure --bundle Mornings -o jsonl',
      'Many at once, a line of JSON for each; once more to go on after an interruption',
    ],
  ],
  output: FEED_SAMPLE,
  otherOutput: RESULTS_SAMPLE,
  exitCodes: [4, 5, 6, 7, 8],
  suggestFlag(word) {
    const address = /^https?:/i.test(word) ? word : withScheme(word);
    return address === null ? ['--keyword', word] : ['--url', address];
  },
  async run(context, _args, typed) {
    const options = split(await completed(context, typed));
    const { url, from } = options;
    if (from !== undefined || url.length > 1) {
      const { createMany } = await import('./create-many.js');
      return createMany(context, options);
    }
    const { createOne } = await import('./create-one.js');
    await createOne(context, options);
    await context.noteUnserved();
    return undefined;
  },
});

type Options = OptionValues<typeof createOptions>;

/** `--from` names a kind of document, or a file of many sources. */
function split({ from, ...options }: Options) {
  const readFrom = documentChoice(from);
  return { ...options, readFrom, from: readFrom === undefined ? from : undefined };
}

/** Somebody at a terminal who named no source is asked for one. */
async function completed(context: Context, options: Options): Promise<Options> {
  const { url, keyword, headline, from } = options;
  const isFile = from !== undefined && documentChoice(from) === undefined;
  const isGiven =
    url.length > 0 || isFile || [keyword, headline].some((each) => each !== undefined);
  if (isGiven || !context.prompts.canAsk) return options;
  const { askCreate } = await import('./ask-create.js');
  const asked = await askCreate(context, options);
  return { ...options, ...asked, url: asked.url === undefined ? [] : [asked.url] };
}
