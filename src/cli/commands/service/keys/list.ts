import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { KEY_SAMPLE, KEYS_VIEW } from './key-view.js';

export const list = defineVerb({
  name: 'list',
  summary: 'List the API keys, without their secrets',
  options: { account: accountOption },
  examples: [
    ['feedctl service keys list', 'See which keys there are and when they were used'],
    ["feedctl service keys list --account 'news desk'", 'Those of another account'],
  ],
  output: [KEY_SAMPLE],
  exitCodes: [3, 7],
  async run(context, _args, { account }) {
    const { keysOf, withOperator } = await import('../operator.js');
    const keys = await withOperator(context, async (service) =>
      (await keysOf(service, account)).list(),
    );
    await context.output.rows(keys, KEYS_VIEW);
    if (keys.length === 0) {
      await context.notes.note('No keys yet. Make one: feedctl service keys create --name reader');
    }
    return undefined;
  },
});
