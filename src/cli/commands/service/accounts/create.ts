import { text, UsageError } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { ACCOUNT_SAMPLE, ACCOUNT_VIEW } from './account-view.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Make an account for somebody else',
  description:
    'Makes an account with feeds, bundles, keys and webhooks of its own, which sees nothing of the others. Its limits are those of FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE, FEEDCTL_DEFAULT_FEEDS and FEEDCTL_DEFAULT_CONCURRENT_CREATIONS at this moment: none unless they are set.',
  options: { name: text('NAME', 'whose it is; no two accounts have the same name') },
  examples: [
    ["feedctl service accounts create --name 'news desk'", 'An account for others'],
    [
      'feedctl service keys create --account "$(feedctl service accounts create --name ci -o id)"',
      'An account and its first key',
    ],
  ],
  output: ACCOUNT_SAMPLE,
  exitCodes: [5, 7],
  async run(context, _args, { name }) {
    if (name === undefined) {
      throw new UsageError('--name is missing: whose account is it?', {
        hint: "feedctl service accounts create --name 'news desk'",
      });
    }
    const { withOperator } = await import('../operator.js');
    const account = await withOperator(
      context,
      async ({ operator }) => (await operator.accounts()).create(name),
      { creates: true },
    );
    await context.output.record(account, ACCOUNT_VIEW);
    await context.notes.note(
      `It has no key yet. Make one: feedctl service keys create --account ${account.id}`,
    );
    return undefined;
  },
});
