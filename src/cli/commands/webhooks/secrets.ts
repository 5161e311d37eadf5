import { readFile } from 'node:fs/promises';
import { isStandardSecret } from '../../../contract/webhook-signature/index.js';
import { UsageError } from '../../kit/index.js';

export type Scheme = 'auto' | 'standard' | 't-v1';

const FILE_LIMIT_CHARACTERS = 64 * 1024;

/**
 * The secrets in a file, a line each: those that the scheme can use. They come from a file because other users of the machine see
 * what is typed on a command line.
 */
export async function readSecrets(file: string, scheme: Scheme): Promise<string[]> {
  const text = await readText(file);
  const secrets = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (secrets.length === 0 || text.length > FILE_LIMIT_CHARACTERS) {
    throw new UsageError(`The file ${file} holds no secret: it takes one a line.`);
  }
  if (scheme !== 'standard') return secrets;
  const usable = secrets.filter(isStandardSecret);
  if (usable.length > 0) return usable;
  throw new UsageError(`The secret in ${file} is none of Standard Webhooks.`, {
    detail: 'Such a secret is base64, mostly after whsec_.',
    hint: 'Have the service write one: feedctl webhooks create --url URL --secret-to FILE',
  });
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read.`, {
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}
