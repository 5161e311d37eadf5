import { RENDERERS } from '../../../messages/renderers.js';
import { templateProblem } from '../../../messages/template.js';
import { makeUpdate } from '../../../messages/update.js';
import type { MessageFormat } from '../../../resources/message-formats.js';
import { readTextInput } from '../../bulk/read-input.js';
import { UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { FACTS, type PollPass, type WatchEvent } from './poll-pass.js';

/** Makes the chat messages of one poll. */
type MessageMaker = (events: readonly WatchEvent[]) => object[];

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
  const source = await templateOf(context, format, template);
  return (events) => {
    const [first] = events;
    if (first === undefined) return [];
    const of = (change: WatchEvent['change']) => events.filter((event) => event.change === change);
    const update = makeUpdate('', first[FACTS], { added: of('new'), changed: of('changed') });
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
  const text = await readTextInput(context, file, MAX_TEMPLATE_BYTES);
  const problem = templateProblem(text);
  if (problem === null) return text;
  throw new UsageError(`The template ${file} ${problem}.`);
}

/** The messages of a poll. Its items count as seen once all messages are printed. */
export function pollMessages(pass: PollPass, make: MessageMaker) {
  return async function* poll(id: string): AsyncGenerator<object> {
    const events: WatchEvent[] = [];
    for await (const event of pass.poll(id)) events.push(event);
    yield* make(events);
    await pass.commit(id);
  };
}
