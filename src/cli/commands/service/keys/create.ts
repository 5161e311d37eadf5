import { defineVerb, text } from '../../../frame.js';
import { NEW_KEY_VIEW } from './key-view.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Make an API key',
  description:
    'Makes an API key for a program that talks to this service. Its secret is printed once and kept nowhere: what is stored is a hash.',
  options: { name: text('NAME', 'what the key is for (default: unnamed)') },
  examples: [
    ['feedctl service keys create --name reader', 'A key for a program of yours'],
    [
      'feedctl service keys create --name ci --json | jq -r \'.id + ":" + .secret\'',
      'Key and secret as the Authorization header wants them',
    ],
  ],
  output: { id: 'c_2rTq8Zk1', name: 'reader', secret: 's_9fLw3Xb7' },
  exitCodes: [7],
  async run(context, _args, { name = 'unnamed' }) {
    const { withOperator } = await import('../operator.js');
    const key = await withOperator(context, ({ operator }) => operator.keys.create(name), {
      creates: true,
    });
    await context.output.record(key, NEW_KEY_VIEW);
    await context.notes.note('The secret is not shown again.');
    return undefined;
  },
});
