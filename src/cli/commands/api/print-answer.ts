import { parseJson } from '../../../base/json.js';
import type { RawResponse } from '../../../client/index.js';
import { exitCodeOfStatus } from '../../errors/describe.js';
import { CliError, type ExitCode } from '../../kit/index.js';
import { plainOutput } from '../../kit/plain.js';
import type { Context } from '../../verbs/context.js';

/** Prints a response body to standard output. For an error status, throws with its exit code. */
export async function printAnswer(
  { output, streams }: Context,
  { method, path }: { method: string; path: string },
  { status, headers, text }: RawResponse,
): Promise<ExitCode | undefined> {
  const body = parseJson(text);
  if (body !== undefined) await output.value(body);
  else if (text !== '') await output.value(streams.stdout.isTerminal ? answerLines(text) : text);
  if (status < 400) return undefined;
  const code = headers['content-type'] ?? 'no content type';
  throw new CliError(`${method} ${path} returned status ${status}.`, {
    exitCode: exitCodeOfStatus(status),
    code: `HTTP_${status}`,
    ...(body === undefined ? { detail: `The response is not JSON (${code}).` } : {}),
  });
}

/** Unknown text for a terminal, with control sequences removed line by line. */
function answerLines(text: string): string {
  return `${text.split('\n').map(plainOutput).join('\n')}\n`;
}
