import { explained, loadService } from '../../connection/embedded.js';
import { CliError, type ExitCode, shellCommand, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { ITEMS_VIEW } from '../base/index.js';
import { explainedJson, printExplanation, printNextSteps } from './explanation.js';
import { type NextSteps, nextSteps } from './next-steps.js';
import { NOWHERE, type PreviewOptions, readRequest } from './read-request.js';

type PreviewModule = Awaited<ReturnType<Awaited<ReturnType<typeof loadService>>['loadPreview']>>;
/** What the service made of the source. */
export type Outcome = Awaited<ReturnType<PreviewModule['previewSource']>>;
export type Preview = Extract<Outcome, { items: unknown }>;

/** Prints the items of a source, or why there are none. */
export async function runPreview(
  context: Context,
  source: string,
  options: PreviewOptions,
): Promise<ExitCode | undefined> {
  if (options.explain) checkExplainable(context);
  const request = await readRequest(context, source, options);
  const { loadPreview } = await loadService();
  const { previewSource } = await loadPreview();
  const { env, signal } = context;
  const outcome = await context.during(`Reading ${source}`, () =>
    explained(() => previewSource(request, { env, signal })),
  );
  const steps = nextSteps(outcome, source, options, context.globals);
  if (options.explain) await printExplained(context, outcome, steps);
  if ('failure' in outcome) throw failed(outcome.failure, source, options);
  if (!options.explain) await context.output.rows(outcome.items, ITEMS_VIEW);
  await context.notes.note(summary(outcome));
  if (steps.create !== null) await context.notes.note(`To make this feed: ${steps.create}`);
  if (outcome.items.some(({ url }) => url.startsWith(NOWHERE))) {
    await context.notes.note(`Addresses under ${NOWHERE} were relative ones: give --page-url.`);
  }
  return undefined;
}

/** An explanation is more than rows. */
function checkExplainable({ output, globals }: Context): void {
  if (['csv', 'id', 'jsonl'].includes(output.format)) {
    throw new UsageError(`--explain prints a table or JSON, not ${output.format}.`);
  }
  if (globals.fields !== undefined) {
    throw new UsageError('--explain prints fields of its own: leave --fields out.');
  }
}

async function printExplained(context: Context, outcome: Outcome, steps: NextSteps): Promise<void> {
  const { output } = context;
  if (output.format !== 'table') return output.value(explainedJson(outcome, steps));
  if ('items' in outcome && outcome.items.length > 0) {
    await output.rows(outcome.items, ITEMS_VIEW);
    await output.say('');
  }
  await printExplanation(output, outcome);
  await printNextSteps(output, steps);
}

function summary({ from, items, poll_url: address, rendered, title }: Preview): string {
  const count = items.length === 1 ? '1 item' : `${items.length} items`;
  const how = rendered ? 'the page, opened in a browser' : 'the page';
  return `${count} of "${title}", from ${from === 'feed' ? `the feed ${address}` : how}.`;
}

function failed(
  { code, message }: { code: string; message: string },
  source: string,
  { explain }: PreviewOptions,
): CliError {
  return new CliError(message, {
    code,
    exitCode: 5,
    ...(!explain && {
      hint: `See what was considered: ${shellCommand(['feedctl', 'preview', source, '--explain'])}`,
    }),
  });
}
