import { flag, one, wholeNumber } from '../../kit/index.js';
import { CSV_COLUMNS } from '../../manifest/csv-columns.js';
import { defineVerb } from '../../verbs/verb.js';
import { allowEnvOption, fileFormatOption, rateOption } from '../base/index.js';
import { runApply, runImport, runPlan } from './run.js';

/** Sample output of `plan --json` and `apply --dry-run --json`. */
const PLAN_SAMPLE = {
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

/** Sample output of `apply --json`. */
const APPLY_SAMPLE = {
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
const IMPORT_SAMPLE = {
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

const PLAN = {
  arguments: {
    file: one('FILE', 'the desired state: YAML, JSON, OPML or CSV; - reads it from a pipe'),
  },
  options: {
    format: fileFormatOption,
    allowEnv: allowEnvOption,
    prune: flag('delete feeds, bundles and members that are not in the file'),
    pruneMax: wholeNumber('PERCENT', 'share of the account that --prune may delete (default 20)', {
      max: 100,
    }),
    detailedExitcode: flag('exit with 10 when there are changes'),
  },
};

export const plan = defineVerb({
  ...PLAN,
  name: 'plan',
  summary: 'Show what applying a file would change',
  description: `
    Compares the account with a file and shows what feedctl apply would do, as a diff: the same as
    feedctl apply --dry-run. Nothing is changed. Feeds are matched by source and bundles by name.
    Fields that the file does not mention are not changed, and whatever is missing from the file is
    kept unless --prune is given. Warns when apply would refuse the plan because it deletes too
    much.
  `,
  examples: {
    'feedctl plan feeds.yaml': 'Show what would change',
    'feedctl plan feeds.yaml --detailed-exitcode -q': 'In a script: 0 means no changes, 10 changes',
  },
  output: PLAN_SAMPLE,
  exitCodes: [4, 6, 7, 10],
  requires: { pruneMax: 'prune' },
  run: (context, { file }, options) => runPlan(context, file, options),
});

export const apply = defineVerb({
  arguments: PLAN.arguments,
  name: 'apply',
  summary: 'Apply a file to the account',
  description: `
    Changes the account to match the file: shows the plan, asks for confirmation on a terminal
    (elsewhere --yes is required), then applies it. --dry-run shows the plan and changes nothing, as
    feedctl plan does. Applying the same file again changes nothing; after an interruption, the next
    run completes the rest. Feeds, bundles and members that are not in the file are kept unless
    --prune is given.

    --prune refuses a file without feeds, and deletes at most 20 % of the feeds or bundles unless
    --prune-max allows more.
  `,
  options: {
    dryRun: flag('show the plan and change nothing'),
    ...PLAN.options,
    detailedExitcode: flag('with --dry-run: exit with 10 when there are changes'),
    rate: rateOption,
  },
  examples: {
    'feedctl apply feeds.yaml': 'Review the plan, then confirm',
    'feedctl apply feeds.yaml --dry-run': 'Show what would change',
    'feedctl apply feeds.yaml --prune --yes': 'Apply from cron, including deletions',
  },
  output: APPLY_SAMPLE,
  otherOutput: { when: 'with --dry-run', sample: PLAN_SAMPLE },
  exitCodes: [1, 4, 6, 7, 8, 10],
  requires: { pruneMax: 'prune', detailedExitcode: 'dryRun' },
  async run(context, { file }, { dryRun, ...options }) {
    return dryRun
      ? runPlan({ ...context, output: context.output.inOtherShape() }, file, options)
      : runApply(context, file, options);
  },
});

const importFile = defineVerb({
  name: 'import',
  summary: 'Create the feeds and bundles listed in a file',
  description: `
    Creates the feeds and bundles of a file: OPML from any feed reader, CSV, or an export in YAML or
    JSON; also bookmarks of a browser, a list of addresses (Newsboat) and the subscriptions that YouTube,
    NewPipe, Mastodon, Reddit, Pocket, Feedly and Inoreader export. Folders and tags become bundles, a
    user name and password in an address its basic authentication. Existing feeds are found by their source and only updated;
    nothing is ever deleted. Invalid entries are skipped and reported with line, title, value and
    reason; everything else is imported (exit code 8). Feeds of other programs whose source cannot be
    read now are created as failing feeds, which the service tries again; --keep-failing does so for
    other files.

    Importing the same file again changes nothing; after an interruption, the next run completes the
    rest.
  `,
  details: `Columns of a CSV file (in YAML and JSON, keys of a feed): ${CSV_COLUMNS.join(', ')}.`,
  arguments: { file: one('FILE', 'the file; - reads standard input') },
  options: {
    format: fileFormatOption,
    allowEnv: allowEnvOption,
    rate: rateOption,
    strict: flag('import nothing when any entry of the file is invalid'),
    keepFailing: flag('also create feeds that cannot be read now (always of other programs)'),
  },
  examples: {
    'feedctl import subscriptions.opml': 'Import the feeds of a feed reader',
    'feedctl import backup.yaml --profile new': 'Copy everything to another account',
  },
  output: IMPORT_SAMPLE,
  exitCodes: [4, 6, 7, 8],
  run: (context, { file }, options) => runImport(context, file, options),
});

export { importFile as import };
