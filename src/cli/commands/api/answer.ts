import type { RawResponse } from '../../../client/index.js';
import { exitCodeOfStatus } from '../../errors/exit-code-of.js';
import { CliError, type ExitCode } from '../../kit/index.js';
import { plain } from '../../kit/plain.js';
import type { Context } from '../../verbs/context.js';

/** Prints the body of any answer to standard output; an error status ends with its exit code. */
export async function printAnswer(
  { output, streams }: Context,
  { method, path }: { method: string; path: string },
  { status, headers, text }: RawResponse,
): Promise<ExitCode | undefined> {
  const body = parseJson(text);
  if (body !== undefined) await output.value(body);
  else if (text !== '') await output.value(streams.stdout.isTerminal ? lines(text) : text);
  if (status < 400) return undefined;
  const code = headers['content-type'] ?? 'no content type';
  throw new CliError(`${method} ${path} was answered with ${status}.`, {
    exitCode: exitCodeOfStatus(status),
    code: `HTTP_${status}`,
    ...(body === undefined ? { detail: `The answer is no JSON (${code}).` } : {}),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Unknown text on a terminal, line by line without what could command it. */
function lines(text: string): string {
  return `${text.split('\n').map(plain).join('\n')}\n`;
}
