import { flag, one } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption } from '../base/index.js';

/** Sample output of `plan --json`. */
export const PLAN_SAMPLE = {
  create: 1,
  update: 1,
  delete: 0,
  unchanged: { feeds: 12, bundles: 1 },
  kept: { feeds: 3, bundles: 0, members: 0 },
  changes: [
    {
      action: 'create',
      kind: 'feed',
      source: { url: 'https://example.com/news' },
      fields: { title: { from: null, to: 'Example News' } },
    },
    {
      action: 'update',
      kind: 'bundle',
      id: '_a1B2c3D4e5F6g7H8',
      name: 'Mornings',
      fields: {},
      add: [{ url: 'https://example.com/news' }],
      remove: [],
    },
  ],
  warnings: [],
};

export const plan = defineVerb({
  name: 'plan',
  summary: 'Show what applying a file would change',
  description:
    'Compares the account with a file and shows what feedctl apply would do, as a diff. Nothing is changed. Feeds are matched by source and bundles by name. Fields that the file does not mention are not changed, and whatever is missing from the file is kept unless --prune is given. Warns when apply would refuse the plan because it deletes too much.',
  arguments: {
    file: one('FILE', 'the desired state: YAML, JSON, OPML or CSV; - reads it from a pipe'),
  },
  options: {
    format: fileFormatOption,
    prune: flag('include what apply --prune would delete'),
    detailedExitcode: flag('exit with 10 when there are changes'),
  },
  examples: [
    ['feedctl plan feeds.yaml', 'Show what would change'],
    [
      'feedctl plan feeds.yaml --detailed-exitcode -q',
      'In a script: 0 means no changes, 10 changes',
    ],
  ],
  output: PLAN_SAMPLE,
  exitCodes: [4, 6, 7, 10],
  async run(context, { file }, options) {
    const { runPlan } = await import('./run-plan.js');
    return runPlan(context, file, options);
  },
});
