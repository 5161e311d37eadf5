import { ApiError } from '../../client/errors.js';
import { type Description, describe } from '../errors/describe.js';
import { ClosedPipe, type ExitCode, Interrupted } from '../kit/index.js';
import { plain } from '../kit/plain.js';
import { jsonLine } from '../output/json.js';
import { EMBEDDED } from '../profiles/profile.js';
import type { Credentials } from '../profiles/resolve-credentials.js';
import type { OutputStream } from '../terminal/streams.js';

export interface ReportFacts {
  stderr: OutputStream;
  /** One line of JSON instead of text. */
  json: boolean;
  /** Also where the error came from. */
  debug: boolean;
  /** A better suggestion than the error's own, from what the command knows. */
  hint?: string | undefined;
}

/** The one printer of errors. Returns the exit code; a closed pipe ends quietly. */
export async function report(error: unknown, facts: ReportFacts): Promise<ExitCode> {
  const description = describe(error);
  if (error instanceof ClosedPipe || error instanceof Interrupted) return description.exitCode;
  const complete = facts.hint === undefined ? description : { ...description, hint: facts.hint };
  try {
    await facts.stderr.write(facts.json ? asJson(complete) : asText(complete, facts.stderr));
    if (facts.debug && error instanceof Error) await facts.stderr.write(`${error.stack}\n`);
  } catch {
    // Nobody reads standard error any more; the exit code still tells.
  }
  return description.exitCode;
}

/** One line on standard error, the last one: `{"error":{…}}`. */
function asJson(description: Description): string {
  return jsonLine({ error: description });
}

function asText(description: Description, { colour }: OutputStream): string {
  const paint = (code: number, text: string) =>
    colour ? `\u001b[${code}m${text}\u001b[39m` : text;
  const { message, detail, hint, requestId, statusCode = 0 } = description;
  // Who said no at a prompt made no error.
  const label = description.code === 'DECLINED' ? '' : `${paint(31, 'Error:')} `;
  const lines = [`${label}${plain(message)}${origin(description)}`];
  for (const line of detail?.split('\n') ?? []) lines.push(`  ${plain(line)}`);
  // Worth quoting to an operator only when it is the service that went wrong.
  if (requestId !== undefined && statusCode >= 500) lines.push(`  Request id: ${plain(requestId)}`);
  if (hint !== undefined) lines.push(`${paint(36, 'Hint:')} ${plain(hint)}`);
  return `${lines.join('\n')}\n`;
}

/** The service's own codes, verbatim: what people search for. */
function origin({ statusCode, code, errors }: Description): string {
  if (statusCode === undefined) return '';
  const codes = errors?.map((entry) => plain(entry.code)).filter((each) => each !== '') ?? [];
  return ` (${[...new Set(codes.length === 0 ? [plain(code)] : codes)].join(', ')})`;
}

const FEEDS = 'See which feeds there are: feedctl feeds list --all';
const BUNDLES = 'See which bundles there are: feedctl bundles list --all';

/** The next command, where it depends on whose credentials were used; undefined: the error's own. */
export function hintFor(error: unknown, used: Credentials | undefined): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401 && used !== undefined) return hintForCredentials(used);
  if (error.status === 404) return hintForMissing(error);
  return undefined;
}

/** By the code where it is one of feedctl's own, else by what was asked for. */
function hintForMissing({ code, path }: ApiError): string | undefined {
  if (code === 'FEED_NOT_FOUND') return FEEDS;
  if (code === 'BUNDLE_NOT_FOUND') return BUNDLES;
  if (/\/v1\/feeds\/[^/]+/.test(path)) return FEEDS;
  return /\/v1\/bundles\/[^/]+$/.test(path) ? BUNDLES : undefined;
}

function hintForCredentials(used: Credentials): string {
  if (used.kind === EMBEDDED) return 'Make a new key: feedctl auth login --embedded';
  if (used.source.kind === 'profile') {
    return `Log in again: feedctl auth login --base-url ${used.baseUrl} --profile ${used.source.name}`;
  }
  return 'Check FEEDCTL_API_KEY and FEEDCTL_API_SECRET, and that they belong to FEEDCTL_BASE_URL.';
}
