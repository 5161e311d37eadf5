import { defineVerb, flag, one, wholeNumber } from '../../kit/index.js';
import { fileFormatOption, rateOption } from '../base/index.js';
import { APPLY_SAMPLE } from './apply-sample.js';

export const apply = defineVerb({
  name: 'apply',
  summary: 'Make the account as a file says',
  description:
    'Makes the account as a file says: shows the plan, asks on a terminal (elsewhere it needs --yes) and carries it out. Running it again does nothing more; after an interruption it does the rest. What the file does not have stays, unless --prune is given: it deletes feeds and bundles and takes members out, but never for a file without feeds, and never more than 20 % of the feeds or bundles unless --prune-max says so.',
  arguments: {
    file: one('FILE', 'the desired state: YAML, JSON, OPML or CSV; - reads it from a pipe'),
  },
  options: {
    format: fileFormatOption,
    prune: flag('delete what the file does not have'),
    pruneMax: wholeNumber('PERCENT', 'how much of the account --prune may delete (default 20)', {
      max: 100,
    }),
    rate: rateOption,
  },
  examples: [
    ['feedctl apply feeds.yaml', 'See the plan, say yes'],
    ['feedctl apply feeds.yaml --prune --yes', 'From cron, deletions included'],
  ],
  output: APPLY_SAMPLE,
  exitCodes: [1, 4, 6, 7, 8],
  async run(context, { file }, options) {
    const { runApply } = await import('./run-apply.js');
    return runApply(context, file, options);
  },
});
