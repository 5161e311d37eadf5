import { ApiError } from '../../client/errors.js';
import { type Description, describe } from '../errors/describe.js';
import { ClosedPipe, type ExitCode, Interrupted, shellCommand } from '../kit/index.js';
import { plain } from '../kit/plain.js';
import { jsonLine } from '../output/json.js';
import { type Credentials, newKeyHint } from '../profiles/resolve-credentials.js';
import type { OutputStream } from '../terminal/streams.js';

export interface ReportFacts {
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
  const complete = facts.hint === undefined ? description : { ...description, hint: facts.hint };
  try {
    await facts.stderr.write(facts.json ? asJson(complete) : asText(complete, facts.stderr));
    if (facts.debug && error instanceof Error) await facts.stderr.write(`${error.stack}\n`);
  } catch {
    // Standard error is closed; the exit code still reports the failure.
  }
  return description.exitCode;
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
  const lines = [`${label}${plain(message)}${origin(description)}`];
  for (const line of detail?.split('\n') ?? []) lines.push(`  ${plain(line)}`);
  // The request id is useful only for a server error.
  if (requestId !== undefined && statusCode >= 500) lines.push(`  Request id: ${plain(requestId)}`);
  if (hint !== undefined) lines.push(`${paint(36, 'Hint:')} ${plain(hint)}`);
  return `${lines.join('\n')}\n`;
}

/** The service's error codes, verbatim, because users search for them. */
function origin({ statusCode, code, errors }: Description): string {
  if (statusCode === undefined) return '';
  const codes = errors?.map((entry) => plain(entry.code)).filter((each) => each !== '') ?? [];
  return ` (${[...new Set(codes.length === 0 ? [plain(code)] : codes)].join(', ')})`;
}

const WEBHOOKS = 'List the webhooks: feedctl webhooks list';
const DELIVERIES = 'List the deliveries: feedctl webhooks deliveries';
const FEEDS = 'List the feeds: feedctl feeds list --all';
const BUNDLES = 'List the bundles: feedctl bundles list --all';
const ACCOUNTS = 'List the accounts: feedctl accounts list --all';

/** The next command by error code. */
const HINTS: Readonly<Record<string, string>> = {
  FEED_NOT_FOUND: FEEDS,
  BUNDLE_NOT_FOUND: BUNDLES,
  WEBHOOK_NOT_FOUND: WEBHOOKS,
  DELIVERY_NOT_FOUND: DELIVERIES,
  ACCOUNT_NOT_FOUND: ACCOUNTS,
  ACCOUNT_EXISTS: ACCOUNTS,
  FORBIDDEN: 'Use a key of the owner account: --profile NAME, or feedctl auth login',
};

/** A suggestion that depends on the credentials in use; undefined: the error's own. */
export function hintFor(
  error: unknown,
  used: Credentials | undefined,
  { debug = false }: { debug?: boolean } = {},
): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'INTERNAL' && used?.kind === 'embedded' && !debug) {
    return 'To see the cause, run the command again with --debug. To check the database: feedctl service check';
  }
  if (error.status === 401 && used !== undefined) return newKeyHint(used);
  const { code = '' } = error;
  if (code === 'KEY_NOT_FOUND' || code === 'KEY_LIMIT_REACHED') return keysHint(error.path);
  const hint = HINTS[code];
  return hint === undefined && error.status === 404 ? hintForMissing(error) : hint;
}

/** `/v1/accounts/:id/keys/:keyId` leads to the keys of that account. */
function keysHint(path: string): string {
  const account = /\/v1\/accounts\/([^/]+)\/keys/.exec(path)?.[1];
  const flags = account === undefined ? [] : ['--account', decodeURIComponent(account)];
  const command = shellCommand(['feedctl', 'keys', 'list', '--all', ...flags]);
  return `List the keys: ${command}`;
}

/** By request path, for services without the error codes of feedctl. */
function hintForMissing({ path }: ApiError): string | undefined {
  if (/\/v1\/feeds\/[^/]+/.test(path)) return FEEDS;
  return /\/v1\/bundles\/[^/]+$/.test(path) ? BUNDLES : undefined;
}
