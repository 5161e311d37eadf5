import { choice, flag, text, texts, wholeNumber } from '../../kit/index.js';
import { everyOption, iconOption, rateOption, selectOption } from '../base/index.js';

export const createOptions = {
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
