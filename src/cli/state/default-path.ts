import { hash } from 'node:crypto';
import { join } from 'node:path';
import { dataDirectory } from '../profiles/directories.js';
import type { Credentials } from '../profiles/resolve-credentials.js';

/**
 * Where a command keeps its state about an id by default: one file per id, so that two runs for
 * different feeds do not conflict. The same id at another service has its own file.
 */
export function defaultStatePath(
  command: string,
  id: string,
  { env, credentials }: { env: NodeJS.ProcessEnv; credentials: Credentials },
): string {
  const service = credentials.kind === 'remote' ? credentials.baseUrl : 'embedded';
  const name = hash('sha256', `${service}\n${id}`, 'hex').slice(0, 24);
  return join(dataDirectory(env), command, `${name}.json`);
}
