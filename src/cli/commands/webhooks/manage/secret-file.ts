import { type FileHandle, open, rm } from 'node:fs/promises';
import type { WebhookWithSecret } from '../../../../client/index.js';
import { CliError, text } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import type { Context } from '../../../verbs/context.js';

export const secretToOption = text(
  'FILE',
  'write the secret to a new file that only you can read, instead of printing it',
);

/**
 * Gets a webhook with a new secret, which no later command can show, and prints it. With `file`, the
 * secret is written there and not printed. The file is created first, so that no secret is created
 * when that fails. A secret that cannot be written after all is printed.
 *
 * @throws {CliError} exit code 1 when the file exists or cannot be created; nothing was sent then
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
  const { webhook, problem } = await storeSecret(file, work);
  if (problem !== undefined) {
    await output.record(webhook, view);
    await notes.warn(`The secret was printed: ${file} could not be written (${problem}).`);
    return webhook;
  }
  const { secret: _, ...rest } = webhook;
  await output.record(rest, { fields: view.fields.filter(({ field }) => field !== 'secret') });
  await notes.note(`The secret is in ${file}. It is not shown again.`);
  return webhook;
}

async function storeSecret<T extends WebhookWithSecret>(
  file: string,
  work: () => Promise<T>,
): Promise<{ webhook: T; problem?: string }> {
  const handle = await createFile(file);
  try {
    const webhook = await work().catch(async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    });
    try {
      await handle.writeFile(`${webhook.secret}\n`);
      await handle.sync();
      return { webhook };
    } catch (error) {
      return { webhook, problem: messageOf(error) };
    }
  } finally {
    await handle.close();
  }
}

async function createFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new CliError(
      exists ? `The file ${file} already exists.` : `The file ${file} cannot be created.`,
      {
        exitCode: 1,
        code: exists ? 'FILE_EXISTS' : 'CANNOT_WRITE',
        ...(exists ? {} : { detail: messageOf(error) }),
        hint: 'Nothing was sent. Pass the name of a new file.',
        cause: error,
      },
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
