import type { FeedFacts } from '../../../messages/update.js';
import type { MessageFormat } from '../../../resources/message-formats.js';
import { UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { FACTS, type PollPass, type WatchEvent } from './poll-pass.js';

/** Makes the messages of one poll for a chat. */
export type MessageMaker = (events: readonly WatchEvent[]) => object[];

const MAX_TEMPLATE_BYTES = 64 * 1024;

/**
 * Renders items as a webhook of this format does, without the recipient.
 *
 * @param template file of the template
 * @throws {UsageError} for a template that cannot be used
 */
export async function messageMaker(
  context: Context,
  format: MessageFormat,
  template: string | undefined,
): Promise<MessageMaker> {
  const { RENDERERS } = await import('../../../messages/renderers.js');
  const { makeUpdate } = await import('../../../messages/update.js');
  const source = await templateOf(context, format, template);
  return (events) => {
    const [first] = events;
    if (first === undefined) return [];
    const feed: FeedFacts = first[FACTS];
    const of = (change: WatchEvent['change']) => events.filter((event) => event.change === change);
    const update = makeUpdate('', feed, { added: of('new'), changed: of('changed') });
    return RENDERERS[format]
      .render(update, { url: null, template: source })
      .map(({ body }) => body);
  };
}

async function templateOf(
  context: Context,
  format: MessageFormat,
  file: string | undefined,
): Promise<string | null> {
  if (format !== 'template') {
    if (file === undefined) return null;
    throw new UsageError(`--template is for --format template, not ${format}.`);
  }
  if (file === undefined) {
    throw new UsageError('--format template needs --template FILE.');
  }
  const { readInput } = await import('../../bulk/read-input.js');
  const { templateProblem } = await import('../../../messages/template.js');
  const { bytes, name } = await readInput(context, file, MAX_TEMPLATE_BYTES);
  const text = new TextDecoder().decode(bytes);
  const problem = templateProblem(text);
  if (problem === null) return text;
  throw new UsageError(`The template ${name} ${problem}.`);
}

/** The messages of one poll. Its items count as seen when all of them are printed. */
export async function* pollMessages(
  pass: PollPass,
  id: string,
  make: MessageMaker,
): AsyncGenerator<object> {
  const events: WatchEvent[] = [];
  for await (const event of pass.poll(id)) events.push(event);
  yield* make(events);
  await pass.commit(id);
}
