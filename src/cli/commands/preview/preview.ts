import { counted } from '../../../base/text.js';
import { ApiError } from '../../../client/errors.js';
import type { Preview } from '../../../client/index.js';
import {
  CliError,
  type ExitCode,
  flag,
  one,
  shellCommand,
  text,
  UsageError,
} from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import {
  DROPPED_SAMPLE,
  DROPPED_VIEW,
  FEED_OPTION_GROUPS,
  ITEMS_VIEW,
  newFieldOptions,
} from '../base/index.js';
import { ITEM_MORE } from '../base/more-output.js';
import { noteDoubt } from '../base/note-doubt.js';
import { explainedJson, printExplanation, printNextSteps } from './explanation.js';
import { type NextSteps, nextSteps } from './next-steps.js';
import { pickList } from './pick-list.js';
import { NOWHERE, PREVIEW_FIELDS, type PreviewOptions, readRequest } from './read-request.js';

export const preview = defineVerb({
  name: 'preview',
  summary: 'Preview the items of a feed before creating it',
  description: `
    Shows the items that a feed of an address would have. The service fetches the address and stores
    nothing. A FILE, or - for standard input, is sent to the service without any fetch. Requires a
    feedctl service; others exit with 5, and --profile embedded then fetches the address from this
    machine. To select other items, pass --select, and pass the same options to feeds create.
  `,
  details: `
    --explain shows how the items were found: the selected strategy, the scores of all strategies,
    the rule, and the rejected links with reasons. --pick lists the lists of a page with their first
    titles and prints the command for the chosen one; with --json it prints them all.

    --header, --cookie, --render, --step and their like work as for feeds create; the service does
    not store them. With --include or --exclude, items that they hide are listed after the others,
    with the rule.
  `,
  arguments: { source: one('URL|FILE|-', 'address, HTML or feed file, or - for standard input') },
  options: {
    pageUrl: text('URL', 'address that a FILE or - would have'),
    explain: flag('show how the items were found and what was rejected'),
    pick: flag('choose one of the lists of the page; prints the command that creates its feed'),
    ...newFieldOptions(PREVIEW_FIELDS),
  },
  common: ['explain', 'pick', 'select', 'include', 'exclude', 'from', 'pageUrl'],
  groups: { Preview: ['explain', 'pick', 'pageUrl'], ...FEED_OPTION_GROUPS },
  examples: {
    'feedctl preview https://example.com/news': 'Show the items of the feed',
    'feedctl preview https://example.com/news --explain': 'Show how they were found',
    'feedctl preview https://example.com/news --pick': 'Choose one of the lists of the page',
    "feedctl preview https://example.com --select items='article' --select date='time'":
      'Select the items with CSS selectors',
    'feedctl preview page.html --page-url https://example.com/news --json':
      'Preview a file without a request to the site',
    'feedctl preview https://example.com/news --exclude sponsored':
      'Show what a filter keeps and drops',
    'feedctl preview https://example.com/members --cookie @cookie.txt':
      'Preview a page that needs a login',
    'curl -s https://example.com | feedctl preview - --from html': 'Preview standard input',
  },
  output: [DROPPED_SAMPLE],
  moreOutput: () => ITEM_MORE,
  exitCodes: [4, 5, 6, 7],
  async run(context, { source }, options) {
    if (options.pick) return pickList(context, source, options);
    return runPreview(context, source, options);
  },
});

/** Prints the items of a source, or why it has none. */
async function runPreview(
  context: Context,
  source: string,
  options: PreviewOptions,
): Promise<ExitCode | undefined> {
  if (options.explain) checkExplainable(context);
  const request = await readRequest(context, source, options);
  const client = await context.client();
  const preview = await context
    .during(label(source, options), () => client.preview(request))
    .catch((error: unknown) => {
      const isPlain = isWithoutItems(error) && error.list === undefined;
      throw isPlain ? withoutItems(error, source, options) : error;
    });
  const steps = nextSteps(
    preview,
    'url' in request ? request.url : source,
    options,
    context.globals,
  );
  if (options.explain) await printExplained(context, preview, steps);
  if (preview.failure !== null) throw withoutItems(preview.failure, source, options);
  if (!options.explain) await printItems(context, preview);
  await context.notes.note(previewSummary(preview));
  if (preview.note !== null) await context.notes.note(preview.note);
  const page = options.pageUrl === undefined ? [] : ['--page-url', options.pageUrl];
  await noteDoubt(context, preview.confidence, source, ...page);
  if (steps.create !== null) await context.notes.note(`To create this feed: ${steps.create}`);
  if (preview.items.some(({ url }) => url.startsWith(NOWHERE))) {
    await context.notes.note(
      `Relative addresses were resolved against ${NOWHERE}: pass --page-url.`,
    );
  }
  return undefined;
}

function label(source: string, { from = 'auto', select }: PreviewOptions): string {
  const isSearched = from === 'auto' && select === undefined && /^https?:/i.test(source);
  return isSearched ? `Reading ${source} and looking for its feed` : `Reading ${source}`;
}

/** An explanation is not a list of rows, so row formats cannot print it. */
function checkExplainable({ output, globals }: Context): void {
  if (['csv', 'id', 'jsonl'].includes(output.format)) {
    throw new UsageError(`--explain prints a table or JSON, not ${output.format}.`);
  }
  if (globals.fields !== undefined) {
    throw new UsageError('--explain cannot be combined with --fields.');
  }
}

async function printExplained(context: Context, preview: Preview, steps: NextSteps): Promise<void> {
  const { output } = context;
  if (output.format !== 'table') return output.value(explainedJson(preview, steps));
  if (preview.items.length > 0) {
    await output.rows(preview.items, ITEMS_VIEW);
    await output.say('');
  }
  await printExplanation(output, preview);
  await printNextSteps(output, steps);
}

/**
 * Prints the items that are kept, then those that the filters hide; for programs one list, with
 * `dropped_by`.
 */
async function printItems({ output }: Context, { items, dropped = [] }: Preview): Promise<void> {
  if (output.format !== 'table') return output.rows([...items, ...dropped], ITEMS_VIEW);
  await output.rows(items, ITEMS_VIEW);
  if (dropped.length === 0) return;
  await output.say('');
  await output.rows(dropped, DROPPED_VIEW);
}

function previewSummary({
  from,
  items,
  dropped,
  poll_url: address,
  rendered,
  title,
}: Preview): string {
  const how = rendered ? 'the page, opened in a browser' : 'the page';
  const hidden = dropped === undefined ? '' : ` (${dropped.length} dropped by the filters)`;
  return `${counted(items.length, 'item')}${hidden} of "${title}", from ${from === 'feed' ? `the feed ${address}` : how}.`;
}

/** Errors for which --explain helps. */
const WITHOUT_ITEMS: ReadonlySet<string> = new Set(['NO_ITEMS_FOUND', 'NEEDS_JAVASCRIPT']);

function isWithoutItems(error: unknown): error is ApiError & { code: string } {
  return error instanceof ApiError && WITHOUT_ITEMS.has(error.code ?? '');
}

function withoutItems(
  { code, message }: { code: string; message: string },
  source: string,
  { explain }: PreviewOptions,
): CliError {
  return new CliError(message, {
    code,
    exitCode: 5,
    ...(!explain && {
      hint: `To see what was considered: ${shellCommand(['feedctl', 'preview', source, '--explain'])}`,
    }),
  });
}
