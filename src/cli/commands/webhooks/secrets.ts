import { isStandardSecret } from '../../../contract/webhook-signature.js';
import { readTextInput } from '../../bulk/read-input.js';
import { UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

export type Scheme = 'auto' | 'standard' | 't-v1';

const FILE_LIMIT_BYTES = 64 * 1024;

/**
 * The secrets in a file, one per line, that the scheme can use. Secrets come from a file because
 * other users of the machine can see command lines.
 */
export async function readSecrets(
  context: Context,
  file: string,
  scheme: Scheme,
): Promise<string[]> {
  const text = await readTextInput(context, file, FILE_LIMIT_BYTES);
  const secrets = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (secrets.length === 0) {
    throw new UsageError(`The file ${file} must contain one secret per line.`);
  }
  if (scheme !== 'standard') return secrets;
  const usable = secrets.filter(isStandardSecret);
  if (usable.length > 0) return usable;
  throw new UsageError(`${file} does not contain a Standard Webhooks secret (whsec_…).`, {
    detail: 'Such a secret is base64, usually with the prefix whsec_.',
    hint: 'To get one from the service: feedctl webhooks create --url URL --secret-to FILE',
  });
}
