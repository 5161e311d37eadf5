import { text } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { NEW_KEY_VIEW } from './key-view.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Make an API key',
  description:
    'Makes an API key for a program that talks to this service. Its secret is printed once and kept nowhere: what is stored is a hash.',
  options: {
    name: text('NAME', 'what the key is for (default: unnamed)'),
    account: accountOption,
  },
  examples: [
    ['feedctl service keys create --name reader', 'A key for a program of yours'],
    [
      'feedctl service keys create --name ci --json | jq -r \'.id + ":" + .secret\'',
      'Key and secret as the Authorization header wants them',
    ],
    ["feedctl service keys create --account 'news desk' --name reader", 'A key for others'],
  ],
  output: { id: 'c_2rTq8Zk1', name: 'reader', secret: 's_9fLw3Xb7' },
  exitCodes: [3, 7],
  async run(context, _args, { name = 'unnamed', account }) {
    const { keysOf, withOperator } = await import('../operator.js');
    const key = await withOperator(
      context,
      async (service) => (await keysOf(service, account)).create(name),
      { creates: account === undefined },
    );
    await context.output.record(key, NEW_KEY_VIEW);
    await context.notes.note('The secret is not shown again.');
    return undefined;
  },
});
