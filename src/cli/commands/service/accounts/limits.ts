import { one } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { ACCOUNT_SAMPLE, ACCOUNT_VIEW } from './account-view.js';
import { limitOption } from './limit-option.js';

export const limits = defineVerb({
  name: 'limits',
  summary: 'Show and change what an account may use',
  description:
    'Changes the limits that are given, and shows them all; they count from the next request on. The rate is that of each key, over all processes: whoever is faster gets 429 and is told when to come again. What an account has beyond a lower limit stays.',
  arguments: { account: one('ACCOUNT', 'the account, by its id or its name') },
  options: {
    requestsPerMinute: limitOption('requests that each of its keys may make in a minute'),
    burst: limitOption('requests that may come at once (default: those of a minute)'),
    feeds: limitOption('feeds that it may have'),
    concurrentCreations: limitOption('feeds that it may make at once'),
  },
  examples: [
    [
      "feedctl service accounts limits 'news desk' --requests-per-minute 120 --feeds 500",
      'Two limits; the others stay as they are',
    ],
    ["feedctl service accounts limits 'news desk' --feeds none", 'Any number of feeds'],
    ["feedctl service accounts limits 'news desk'", 'See what it may use'],
  ],
  output: ACCOUNT_SAMPLE,
  exitCodes: [3, 7],
  async run(context, { account }, options) {
    const changes = Object.fromEntries(
      Object.entries(options).filter(([, value]) => value !== undefined),
    );
    const { withOperator } = await import('../operator.js');
    const changed = await withOperator(context, async ({ operator }) =>
      (await operator.accounts()).limits(account, changes),
    );
    await context.output.record(changed, ACCOUNT_VIEW);
    return undefined;
  },
});
