import { counted } from '../../../base/text.js';
import { ApiError } from '../../../client/errors.js';
import type { Preview } from '../../../client/index.js';
import { CliError, type ExitCode, shellCommand, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { DROPPED_VIEW, ITEMS_VIEW } from '../base/index.js';
import { noteDoubt } from '../base/note-doubt.js';
import { explainedJson, printExplanation, printNextSteps } from './explanation.js';
import { type NextSteps, nextSteps } from './next-steps.js';
import { NOWHERE, type PreviewOptions, readRequest } from './read-request.js';

/** Prints the items of a source, or why it has none. */
export async function runPreview(
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
      throw isWithoutItems(error) ? withoutItems(error, source, options) : error;
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
  await context.notes.note(summary(preview));
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

/** Items kept, then items that the given filters hide; for programs in one list, with `dropped_by`. */
async function printItems({ output }: Context, { items, dropped = [] }: Preview): Promise<void> {
  if (output.format !== 'table') return output.rows([...items, ...dropped], ITEMS_VIEW);
  await output.rows(items, ITEMS_VIEW);
  if (dropped.length === 0) return;
  await output.say('');
  await output.rows(dropped, DROPPED_VIEW);
}

function summary({ from, items, dropped, poll_url: address, rendered, title }: Preview): string {
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
