import { isUrl } from '../../../../base/url.js';
import type { UpdateSourceAccess } from '../../../../client/index.js';
import { webhookHeaderProblem } from '../../../../contract/header-names.js';
import { chatFormat } from '../../../../messages/hosts.js';
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../../../resources/message-formats.js';
import { readTextInput } from '../../../bulk/read-input.js';
import { readSecret, resolveAccess } from '../../../bulk/resolve-access.js';
import { choice, type OptionValues, text, texts, UsageError } from '../../../kit/index.js';
import { headerReferences, NONE, parseReference } from '../../../sources/secret-reference.js';
import type { Context } from '../../../verbs/context.js';

/**
 * Options for format, address and headers. Secrets are read from files or variables, never typed.
 */
export const formatOptions = {
  format: choice(
    WEBHOOK_FORMATS,
    'FORMAT',
    'standard (signed events), messages for a chat, or template; default: by the address',
  ),
  template: text('FILE', 'Mustache template of the JSON to send, for --format template'),
  header: texts(
    "'NAME: FROM'",
    'extra request header; the value is in @FILE, env:NAME or - (standard input)',
  ),
};

export const nameOption = text('NAME', 'name of the webhook, for lists');

export const urlOption = text(
  'URL',
  'address that receives the events, or where it is: @FILE, env:NAME or -',
);

type FormatFlags = OptionValues<typeof formatOptions> & { url: string | undefined };

const MAX_TEMPLATE_BYTES = 64 * 1024;

/**
 * The fields of the service, with their secrets.
 *
 * @throws {UsageError} for a secret on the command line, and for one that cannot be read
 */
export async function formatFields(
  context: Context,
  { url, format, template, header }: FormatFlags,
): Promise<{
  url?: string;
  format?: WebhookFormat;
  template?: string;
  headers?: Record<string, string | null>;
}> {
  const references = { headers: headerReferences(header, webhookHeaderProblem) };
  const { headers }: UpdateSourceAccess =
    header.length === 0 ? {} : await resolveAccess(context, references);
  return {
    ...(url !== undefined && { url: await webhookAddress(context, url) }),
    ...(format !== undefined && { format }),
    ...(template !== undefined && {
      template: await readTextInput(context, template, MAX_TEMPLATE_BYTES),
    }),
    ...(headers && { headers }),
  };
}

/** The headers for `create`, which has none to remove. */
export function newHeaders(
  headers: Readonly<Record<string, string | null>> | undefined,
): Record<string, string> | undefined {
  if (headers === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (value !== null) return [name, value];
      throw new UsageError(
        `"${NONE}" removes a header of an existing webhook; a new one has none.`,
      );
    }),
  );
}

async function webhookAddress(context: Context, typed: string): Promise<string> {
  if (parseReference(typed) === null) return typed;
  return readSecret(context, typed, 'the address of the webhook');
}

/** A note on the address of a chat that was typed; null if there is none. */
export function addressNote(
  typed: string,
  sentTo: string,
  format: WebhookFormat | undefined,
): string | null {
  if (!isUrl(sentTo) || typed !== sentTo || !isSecret(sentTo, format)) return null;
  return 'The address holds a token, and other users of this machine can see command lines. Better: --url env:NAME or --url @FILE';
}

/** True if messages go to a chat, whose address is the secret. */
export function isSecret(url: string, format: WebhookFormat | undefined): boolean {
  const recognised = isUrl(url) ? chatFormat(new URL(url)) : null;
  return (format ?? recognised ?? 'standard') !== 'standard';
}
