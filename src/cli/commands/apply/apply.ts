import { flag, one, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption, rateOption } from '../base/index.js';

/** A sample of what `apply --json` prints. */
export const APPLY_SAMPLE = {
  done: 1,
  failed: 1,
  left: 0,
  changes: [
    {
      action: 'create',
      kind: 'feed',
      source: { url: 'https://example.com/news' },
      fields: { title: { from: null, to: 'Example News' } },
      ok: true,
      id: 'a1B2c3D4e5F6g7H8',
    },
    {
      action: 'create',
      kind: 'feed',
      source: { url: 'https://example.com/gone' },
      fields: {},
      ok: false,
      error: { message: 'The source answers 404.', code: 'SOURCE_UNREACHABLE', statusCode: 400 },
    },
  ],
};

/** The same of `import --json`: also the entries of the file that were left out, if there are any. */
export const IMPORT_SAMPLE = {
  ...APPLY_SAMPLE,
  skipped: [
    {
      action: 'skip',
      kind: 'feed',
      title: 'Letters',
      value: 'newsletter:letters@example.com',
      line: 7,
      ok: false,
      error: { message: '"url" must be an address', code: 'UNUSABLE_ENTRY' },
    },
  ],
};

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
