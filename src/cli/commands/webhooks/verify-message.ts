import { readFile } from 'node:fs/promises';
import { verifyWebhook } from '../../../contract/webhook-signature.js';
import { CliError, UsageError } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { readSecrets, type Scheme } from './secrets.js';

const VIEW: RecordView = {
  fields: columns('verified scheme signed_at'),
};

/** Larger than any receiver accepts. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

interface VerifyOptions {
  secretFile: string | undefined;
  scheme: Scheme | undefined;
  headers: string | undefined;
  header: readonly string[];
  body: string | undefined;
  /** Milliseconds. */
  tolerance: number | undefined;
}

/** @throws {CliError} exit code 9 when the signature does not match */
export async function verifyMessage(context: Context, options: VerifyOptions): Promise<void> {
  const { secretFile, scheme = 'auto', headers: file, header, body: bodyFile } = options;
  if (secretFile === undefined) {
    throw new UsageError(
      '--secret-file is missing: it holds the secret that verifies the signature.',
    );
  }
  if (file === undefined && header.length === 0) {
    throw new UsageError('The headers are missing: one of them holds the signature.', {
      hint: 'Pass --headers FILE, or --header for each header.',
    });
  }
  const secrets = await readSecrets(secretFile, scheme);
  const lines = file === undefined ? [] : (await readBytes(file)).toString('utf8').split('\n');
  const headers = parseHeaders([...lines, ...header]);
  const body = bodyFile === undefined ? await piped(context) : await readBytes(bodyFile);
  const { tolerance } = options;
  const result = verifyWebhook({
    scheme,
    secrets,
    headers,
    body,
    now: Date.now() / 1000,
    ...(tolerance !== undefined && { tolerance: tolerance / 1000 }),
  });
  if (!result.ok) {
    throw new CliError(result.problem, { exitCode: 9, code: 'NOT_VERIFIED' });
  }
  const signed_at = new Date(result.timestamp * 1000).toISOString();
  await context.output.record({ verified: true, scheme: result.scheme, signed_at }, VIEW);
}

async function piped({ streams }: Context): Promise<Buffer> {
  if (streams.stdin.isTerminal) {
    throw new UsageError('The body is missing: pass --body FILE or pipe it in.');
  }
  return streams.stdin.readBytes(BODY_LIMIT_BYTES).catch((error: unknown) => {
    if (error instanceof RangeError) throw new UsageError('The body is too large: over 32 MiB.');
    throw error;
  });
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read.`, {
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}

/** A header line; names are tokens (RFC 9110, 5.6.2). */
const LINE = /^([!#$%&'*+.^_`|~\w-]+)\s*:[ \t]*(.*?)[ \t]*$/;

/** A request or status line that tools print above the headers. */
const FIRST_LINE = /^(?:HTTP\/[\d.]+ |[A-Z]+ \S+ HTTP\/)/;

/**
 * Parses header lines such as `webhook-id: msg_1`. Skips empty lines and a request or status line;
 * a repeated name keeps all its values.
 *
 * @throws {UsageError} naming an invalid line
 */
export function parseHeaders(lines: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const raw of lines) {
    // `curl -v` puts an arrow before each line.
    const line = raw.replace(/\r$/, '').replace(/^[<>] ?/, '');
    if (line.trim() === '' || FIRST_LINE.test(line)) continue;
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`"${line.slice(0, 100)}" is not a header. The form is name: value.`);
    }
    const key = name.toLowerCase();
    headers[key] = [...(headers[key] ?? []), value];
  }
  return headers;
}
