import { verifyWebhook } from '../../../contract/webhook-signature.js';
import { readInput, readTextInput } from '../../bulk/read-input.js';
import { CliError, duration, required, text, texts, UsageError } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';
import { schemeOption, secretFileOption } from './options.js';
import { readSecrets } from './secrets.js';

const VIEW: RecordView = {
  fields: columns('verified scheme signed_at'),
};

/** Larger than any receiver accepts. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export const verify = defineVerb({
  name: 'verify',
  summary: 'Verify the signature of a saved message',
  description:
    'Verifies the signature of a webhook message over its raw bytes: headers from --headers (lines such as `webhook-id: msg_1`) or --header, the body from --body or standard input. Exits with 9 and the reason when it does not match.',
  options: {
    secretFile: required(secretFileOption, {
      what: 'it holds the secret that verifies the signature',
    }),
    scheme: schemeOption,
    headers: text('FILE', 'file with the headers, one per line'),
    header: texts('LINE', 'one header, `name: value`'),
    body: text('FILE', 'file with the body (default: standard input)'),
    tolerance: duration('TIME', 'maximum age of the signature (default 300s)'),
  },
  examples: {
    'feedctl webhooks verify --secret-file secret.txt --headers headers.txt < body.json':
      'Verify a message just received',
    'feedctl webhooks verify --secret-file secret.txt --headers headers.txt --body body.json --tolerance 30d':
      'Verify a message of last week',
  },
  output: { verified: true, scheme: 'standard', signed_at: '2026-01-31T08:30:00.000Z' },
  exitCodes: [9],
  async run(context, _args, { secretFile, scheme = 'auto', headers: file, header, ...options }) {
    if (file === undefined && header.length === 0) {
      throw new UsageError('The headers are missing: one of them holds the signature.', {
        hint: 'Pass --headers FILE, or --header for each header.',
      });
    }
    const secrets = await readSecrets(context, secretFile, scheme);
    const saved = file === undefined ? '' : await readTextInput(context, file, BODY_LIMIT_BYTES);
    const headers = parseHeaders([...saved.split('\n'), ...header]);
    const { bytes: body } = await readInput(context, options.body ?? '-', BODY_LIMIT_BYTES);
    const tolerance =
      options.tolerance === undefined ? {} : { tolerance: options.tolerance / 1000 };
    const now = Date.now() / 1000;
    const result = verifyWebhook({ scheme, secrets, headers, body, now, ...tolerance });
    if (!result.ok) throw new CliError(result.problem, { exitCode: 9, code: 'NOT_VERIFIED' });
    const signed_at = new Date(result.timestamp * 1000).toISOString();
    await context.output.record({ verified: true, scheme: result.scheme, signed_at }, VIEW);
  },
});

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
