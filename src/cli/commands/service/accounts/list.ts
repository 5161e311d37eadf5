import { defineVerb } from '../../../verbs/verb.js';
import { ACCOUNT_SAMPLE, ACCOUNTS_VIEW } from './account-view.js';

export const list = defineVerb({
  name: 'list',
  summary: 'List the accounts, their feeds and limits',
  examples: [
    ['feedctl service accounts list', 'See who uses the service'],
    [
      "feedctl service accounts list --json | jq -r '.[] | select(.enabled) | .name'",
      'The names of those in use',
    ],
  ],
  output: [ACCOUNT_SAMPLE],
  exitCodes: [7],
  async run(context) {
    const { withOperator } = await import('../operator.js');
    const accounts = await withOperator(context, async ({ operator }) =>
      (await operator.accounts()).list(),
    );
    await context.output.rows(accounts, ACCOUNTS_VIEW);
    return undefined;
  },
});
