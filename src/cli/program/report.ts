import { type Description, describe } from '../errors/describe.js';
import { ClosedPipe, type ExitCode, Interrupted } from '../kit/index.js';
import { plainOutput } from '../kit/plain.js';
import { jsonLine } from '../output/json.js';
import type { OutputStream } from '../terminal/streams.js';

interface ReportFacts {
  stderr: OutputStream;
  /** Print one line of JSON instead of text. */
  json: boolean;
  /** Print the stack trace as well. */
  debug: boolean;
  /** A better suggestion than the error's own, from the context of the command. */
  hint?: string | undefined;
}

/** Prints an error and returns its exit code. A closed pipe prints nothing. */
export async function report(error: unknown, facts: ReportFacts): Promise<ExitCode> {
  const description = describe(error);
  if (error instanceof ClosedPipe || error instanceof Interrupted) return description.exitCode;
  const complete = {
    ...description,
    message: withFlag(description.message),
    ...(facts.hint !== undefined && { hint: facts.hint }),
  };
  try {
    await facts.stderr.write(facts.json ? asJson(complete) : asText(complete, facts.stderr));
    if (facts.debug && error instanceof Error) await facts.stderr.write(`${error.stack}\n`);
  } catch {
    // Standard error is closed; the exit code still reports the failure.
  }
  return description.exitCode;
}

/** Names a filter rule by its flag, as typed, instead of by its place in the request. */
function withFlag(message: string): string {
  return message.replace(
    /^"filters\.(include|exclude)\[\d+\]" cannot match \((.*)\): /s,
    (_, list: string, rule: string) => `--${list} '${rule}': `,
  );
}

/** One line of JSON, the last on standard error: `{"error":{…}}`. */
function asJson(description: Description): string {
  return jsonLine({ error: description });
}

function asText(description: Description, { colour }: OutputStream): string {
  const paint = (code: number, text: string) =>
    colour ? `\u001b[${code}m${text}\u001b[39m` : text;
  const { message, detail, hint, requestId, statusCode = 0 } = description;
  // Declining a prompt is not an error.
  const label = description.code === 'DECLINED' ? '' : `${paint(31, 'Error:')} `;
  const lines = [`${label}${plainOutput(message)}${origin(description)}`];
  for (const line of detail?.split('\n') ?? []) lines.push(`  ${plainOutput(line)}`);
  // The request id is useful only for a server error.
  if (requestId !== undefined && statusCode >= 500)
    lines.push(`  Request id: ${plainOutput(requestId)}`);
  if (hint !== undefined) lines.push(`${paint(36, 'Hint:')} ${plainOutput(hint)}`);
  return `${lines.join('\n')}\n`;
}

/** The service's error codes, verbatim, because users search for them. */
function origin({ statusCode, code, errors }: Description): string {
  if (statusCode === undefined) return '';
  const codes = errors?.map((entry) => plainOutput(entry.code)).filter((each) => each !== '') ?? [];
  return ` (${[...new Set(codes.length === 0 ? [plainOutput(code)] : codes)].join(', ')})`;
}
