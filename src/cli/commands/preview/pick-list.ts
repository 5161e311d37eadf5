import { CliError, type ExitCode, shellCommand, UsageError } from '../../kit/index.js';
import { plainOutput } from '../../kit/plain.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { type NextSteps, nextSteps } from './next-steps.js';
import { type PreviewOptions, readRequest } from './read-request.js';

const LISTS_VIEW: View = {
  one: 'list',
  many: 'lists',
  columns: columns('items:1 titles:2 create:3'),
};

/**
 * Shows the lists of a page, and prints the command for the chosen one. Programs get all lists.
 * @throws {UsageError} without a terminal
 */
export async function pickList(
  context: Context,
  source: string,
  options: PreviewOptions,
): Promise<ExitCode | undefined> {
  if (options.explain) throw new UsageError('--pick and --explain cannot be combined.');
  const isTable = context.output.format === 'table';
  if (isTable && !context.prompts.canAsk) throw needsTerminal(source);
  const request = await readRequest(context, source, options);
  const client = await context.client();
  const preview = await context.during(`Reading ${source}`, () => client.preview(request));
  const { lists } = nextSteps(
    preview,
    'url' in request ? request.url : source,
    options,
    context.globals,
  );
  if (lists.length === 0) throw withoutLists(source, preview.failure?.message);
  if (!isTable) {
    await context.output.rows(lists, LISTS_VIEW);
    return undefined;
  }
  const chosen = lists[Number(await context.prompts.select('Which list?', lists.map(choiceOf)))];
  if (chosen !== undefined) await context.output.say(chosen.create ?? chosen.preview);
  return undefined;
}

function choiceOf({ items, titles }: NextSteps['lists'][number], at: number) {
  const shown = titles.map((title) => `\n    ${plainOutput(title)}`).join('');
  return { value: String(at), name: `${items} items${shown}` };
}

function needsTerminal(source: string): UsageError {
  return new UsageError('--pick asks which list to take, and prompts are not possible here.', {
    hint: `List them all: ${shellCommand(['feedctl', 'preview', source, '--pick', '--json'])}`,
  });
}

function withoutLists(source: string, reason: string | undefined): CliError {
  return new CliError(reason ?? `No list of ${source} can be described by selectors.`, {
    code: 'NO_ITEMS_FOUND',
    exitCode: 5,
    hint: `See what was considered: ${shellCommand(['feedctl', 'preview', source, '--explain'])}`,
  });
}
