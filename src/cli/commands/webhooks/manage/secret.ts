import type { WebhookWithSecret } from '../../../../client/index.js';
import { text } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import type { Context } from '../../../verbs/context.js';
import { withSecretFile } from '../../base/secret-file.js';

export const secretToOption = text(
  'FILE',
  'write the secret to a new file that only you can read, instead of printing it',
);

/**
 * Prints a webhook with a new secret, which no later command can show. With `file`, the secret is
 * written there instead. A secret that cannot be written is printed.
 */
export async function printWithSecret<T extends WebhookWithSecret>(
  { output, notes }: Context,
  { file, view }: { file: string | undefined; view: RecordView },
  work: () => Promise<T>,
): Promise<T> {
  if (file === undefined) {
    const webhook = await work();
    await output.record(webhook, view);
    await notes.note('The secret is not shown again.');
    return webhook;
  }
  const { made, problem } = await withSecretFile(file, work, ({ secret }) => secret);
  if (problem === undefined) {
    await printWithoutSecret(output, made, view);
    await notes.note(`The secret is in ${file}. It is not shown again.`);
  } else {
    await output.record(made, view);
    await notes.warn(`The secret was printed: ${file} could not be written (${problem}).`);
  }
  return made;
}

export async function printWithoutSecret(
  output: Context['output'],
  { secret: _, ...webhook }: WebhookWithSecret,
  { fields }: RecordView,
): Promise<void> {
  await output.record(webhook, { fields: fields.filter(({ field }) => field !== 'secret') });
}
