import { flag, one } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption } from '../base/index.js';

/** A sample of what `plan --json` prints. */
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
  summary: 'Compare the account with a file, change nothing',
  description:
    'Compares the account with a file and shows what feedctl apply would do, as a diff; nothing is changed. Feeds are known by their sources and bundles by their names. Fields that the file does not name are left alone, and what is in the account but not in the file stays unless --prune is given; a plan that deletes more than apply does unasked says so.',
  arguments: {
    file: one('FILE', 'the desired state: YAML, JSON, OPML or CSV; - reads it from a pipe'),
  },
  options: {
    format: fileFormatOption,
    prune: flag('also show what apply --prune would delete'),
    detailedExitcode: flag('exit with 10 when there is something to do'),
  },
  examples: [
    ['feedctl plan feeds.yaml', 'See what would change'],
    ['feedctl plan feeds.yaml --detailed-exitcode -q', 'For a script: 0 nothing to do, 10 changes'],
  ],
  output: PLAN_SAMPLE,
  exitCodes: [4, 6, 7, 10],
  async run(context, { file }, options) {
    const { runPlan } = await import('./run-plan.js');
    return runPlan(context, file, options);
  },
});
