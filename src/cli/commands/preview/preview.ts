import { choice, flag, one, text } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { DOCUMENT_CHOICES, ITEM_SAMPLE, selectOption } from '../base/index.js';

export const preview = defineVerb({
  name: 'preview',
  summary: 'Show what a feed of a page would be, and why',
  description:
    'Shows the items that a feed of an address would have. The service reads the address, and stores nothing. A FILE, or - for standard input, is sent to it; no site is asked. A service that is not feedctl’s own cannot do this: exit code 5; --profile embedded then reads the address on this machine. --explain adds how the items were found: the strategy that won, its score beside the others, its rule, and what was left out and why. When the choice is wrong, point at the items with --select, and give the same options to feeds create.',
  arguments: { source: one('URL|FILE|-', 'address, HTML or feed file, or - for standard input') },
  options: {
    pageUrl: text('URL', 'address that a FILE or - would have'),
    explain: flag('how the items were found, and what was left out'),
    from: choice(
      DOCUMENT_CHOICES,
      'KIND',
      'document of an address to read; auto takes its own feed before the page',
    ),
    select: selectOption,
  },
  examples: [
    ['feedctl preview https://example.com/news', 'The items a feed would have'],
    ['feedctl preview https://example.com/news --explain', 'And how they were found'],
    [
      "feedctl preview https://example.com --select items='article' --select date='time'",
      'Point at the items yourself',
    ],
    [
      'feedctl preview page.html --page-url https://example.com/news --json',
      'From a file, without any request',
    ],
    ['curl -s https://example.com | feedctl preview - --from html', 'From standard input'],
  ],
  output: [ITEM_SAMPLE],
  exitCodes: [4, 5, 6, 7],
  async run(context, { source }, options) {
    const { runPreview } = await import('./run-preview.js');
    return runPreview(context, source, options);
  },
});
