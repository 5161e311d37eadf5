import { flag, one, text } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { DROPPED_SAMPLE, FEED_OPTION_GROUPS, newFieldOptions } from '../base/index.js';
import { pickList } from './pick-list.js';
import { PREVIEW_FIELDS } from './preview-fields.js';
import { runPreview } from './run-preview.js';

export const preview = defineVerb({
  name: 'preview',
  summary: 'Preview the items of a feed before creating it',
  description:
    'Shows the items that a feed of an address would have. The service fetches the address and stores nothing. A FILE, or - for standard input, is sent to the service without any fetch. Requires a feedctl service; others exit with 5, and --profile embedded then fetches the address from this machine. To select other items, pass --select, and pass the same options to feeds create.',
  details:
    '--explain shows how the items were found: the selected strategy, the scores of all strategies, the rule, and the rejected links with reasons. --pick lists the lists of a page with their first titles and prints the command for the chosen one; with --json it prints them all. --header, --cookie, --render, --step and their like work as for feeds create; the service does not store them. With --include or --exclude, items that they hide are listed after the others, with the rule.',
  arguments: { source: one('URL|FILE|-', 'address, HTML or feed file, or - for standard input') },
  options: {
    pageUrl: text('URL', 'address that a FILE or - would have'),
    explain: flag('show how the items were found and what was rejected'),
    pick: flag('choose one of the lists of the page; prints the command that creates its feed'),
    ...newFieldOptions(PREVIEW_FIELDS),
  },
  common: ['explain', 'pick', 'select', 'include', 'exclude', 'from', 'pageUrl'],
  groups: { Preview: ['explain', 'pick', 'pageUrl'], ...FEED_OPTION_GROUPS },
  examples: {
    'feedctl preview https://example.com/news': 'Show the items of the feed',
    'feedctl preview https://example.com/news --explain': 'Show how they were found',
    'feedctl preview https://example.com/news --pick': 'Choose one of the lists of the page',
    "feedctl preview https://example.com --select items='article' --select date='time'":
      'Select the items with CSS selectors',
    'feedctl preview page.html --page-url https://example.com/news --json':
      'Preview a file without a request to the site',
    'feedctl preview https://example.com/news --exclude sponsored':
      'Show what a filter keeps and drops',
    'feedctl preview https://example.com/members --cookie @cookie.txt':
      'Preview a page that needs a login',
    'curl -s https://example.com | feedctl preview - --from html': 'Preview standard input',
  },
  output: [DROPPED_SAMPLE],
  exitCodes: [4, 5, 6, 7],
  async run(context, { source }, options) {
    if (options.pick) return pickList(context, source, options);
    return runPreview(context, source, options);
  },
});
