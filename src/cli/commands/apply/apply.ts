import { flag, one, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption, rateOption } from '../base/index.js';

/** Sample output of `apply --json`. */
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

/** Sample output of `import --json`; also lists skipped entries. */
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
  summary: 'Apply a file to the account',
  description:
    'Changes the account to match the file: shows the plan, asks for confirmation on a terminal (elsewhere --yes is required), then applies it. Applying the same file again changes nothing; after an interruption, the next run completes the rest. Feeds, bundles and members that are not in the file are kept unless --prune is given. --prune refuses a file without feeds, and deletes at most 20 % of the feeds or bundles unless --prune-max allows more.',
  arguments: {
    file: one('FILE', 'the desired state: YAML, JSON, OPML or CSV; - reads it from a pipe'),
  },
  options: {
    format: fileFormatOption,
    prune: flag('delete feeds, bundles and members that are not in the file'),
    pruneMax: wholeNumber('PERCENT', 'share of the account that --prune may delete (default 20)', {
      max: 100,
    }),
    rate: rateOption,
  },
  examples: [
    ['feedctl apply feeds.yaml', 'Review the plan, then confirm'],
    ['feedctl apply feeds.yaml --prune --yes', 'Apply from cron, including deletions'],
  ],
  output: APPLY_SAMPLE,
  exitCodes: [1, 4, 6, 7, 8],
  async run(context, { file }, options) {
    const { runApply } = await import('./run-apply.js');
    return runApply(context, file, options);
  },
});
