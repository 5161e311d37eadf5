import { defineVerb } from '../../../frame.js';
import { KEY_SAMPLE, KEYS_VIEW } from './key-view.js';

export const list = defineVerb({
  name: 'list',
  summary: 'List the API keys, without their secrets',
  examples: [['feedctl service keys list', 'See which keys there are and when they were used']],
  output: [KEY_SAMPLE],
  exitCodes: [7],
  async run(context) {
    const { withOperator } = await import('../operator.js');
    const keys = await withOperator(context, ({ operator }) => operator.keys.list());
    await context.output.rows(keys, KEYS_VIEW);
    if (keys.length === 0) {
      await context.notes.note('No keys yet. Make one: feedctl service keys create --name reader');
    }
    return undefined;
  },
});
