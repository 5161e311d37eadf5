import { isUrl } from '../../base/url.js';
import { MASKED } from '../../contract/index.js';
import { chatFormat, otherFormat } from '../../messages/hosts.js';
import {
  FORMATS,
  isMessageFormat,
  type MessageFormat,
  type WebhookFormat,
} from '../../resources/message-formats.js';
import { invalidField } from '../core/errors.js';
import type { RowOf } from '../store/schema.js';

/** Format, address and headers of a webhook; omitted fields keep their value or get the default. */
export interface FormatInput {
  url?: string | undefined;
  format?: WebhookFormat | undefined;
  template?: string | undefined;
  /** Null removes a header, or all. */
  headers?: Readonly<Record<string, string | null>> | null | undefined;
}

/** The stored columns of these fields. */
export type FormatColumns = Pick<RowOf<'webhooks'>, 'url' | 'format' | 'template' | 'headers'>;

/**
 * The columns of a new or changed webhook.
 * @throws ServiceError INVALID_FIELD for an address, template or combination that cannot work
 */
export async function formatColumns(
  input: FormatInput,
  before: FormatColumns,
): Promise<FormatColumns> {
  // True if the masked address that was read is written back unchanged.
  const isMasked = before.url !== '' && input.url === shownUrl(before);
  const url = input.url === undefined || isMasked ? before.url : input.url;
  const isNew = before.url === '' || url !== before.url;
  const recognised = before.format === null && isNew ? formatOf(url) : null;
  const name = input.format ?? before.format ?? recognised ?? 'standard';
  const format = isMessageFormat(name) ? name : null;
  const template = format === 'template' ? (input.template ?? before.template) : null;
  if (input.template !== undefined && format !== 'template') {
    throw invalidField(`"template" is for the format template, not ${name}. Omit it.`);
  }
  if (format === 'template') await checkTemplate(template);
  await checkAddress(name, url);
  return { url, format, template, headers: mergedHeaders(before.headers, input.headers) };
}

async function checkTemplate(template: string | null): Promise<void> {
  if (template === null) throw invalidField('The format template needs a "template".');
  const { templateProblem } = await import('../../messages/template.js');
  const problem = templateProblem(template);
  if (problem !== null) throw invalidField(`"template" ${problem}.`);
}

/** The format of a chat's address, which its owner need not name. */
function formatOf(url: string): MessageFormat | null {
  return isUrl(url) ? chatFormat(new URL(url)) : null;
}

/** Checks an address. The message does not repeat it, because it is a secret. */
async function checkAddress(name: WebhookFormat, url: string): Promise<void> {
  const other = isUrl(url) ? otherFormat(name, new URL(url)) : null;
  if (other === null && !isMessageFormat(name)) return;
  const wanted = isMessageFormat(name) ? `messages of ${FORMATS[name].label}` : 'signed events';
  if (isMessageFormat(name) && url.includes(MASKED)) {
    throw invalidField(
      `"url" must be the address itself; ${MASKED} is what the service shows instead of it.`,
    );
  }
  if (other !== null) {
    throw invalidField(
      `"url" is an address of ${FORMATS[other].label}, which does not take ${wanted}. Use the format ${other}.`,
    );
  }
  if (!isMessageFormat(name)) return;
  const { RENDERERS } = await import('../../messages/renderers.js');
  const problem = isUrl(url)
    ? (RENDERERS[name].addressProblem?.(new URL(url)) ?? null)
    : 'is not an address';
  if (problem !== null) {
    throw invalidField(
      `"url" ${problem}. The format ${name} takes an address such as ${FORMATS[name].example}`,
    );
  }
}

/** The stored form, names in lower case; null without headers. */
function mergedHeaders(stored: string | null, changes: FormatInput['headers']): string | null {
  if (changes === undefined) return stored;
  if (changes === null) return null;
  const merged = new Map(Object.entries(storedHeaders(stored)));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) merged.delete(name.toLowerCase());
    else merged.set(name.toLowerCase(), value);
  }
  return merged.size === 0 ? null : JSON.stringify(Object.fromEntries([...merged].sort()));
}

/** The extra headers of the requests of a webhook, with their secret values. */
export function storedHeaders(stored: string | null): Record<string, string> {
  return stored === null ? {} : (JSON.parse(stored) as Record<string, string>);
}

/** True if an address contains a token, as those of chats do. */
export function isSecretUrl({ url, format }: Pick<FormatColumns, 'url' | 'format'>): boolean {
  return format !== null || formatOf(url) !== null;
}

/** The address for its owner, with its secret masked. */
export function shownUrl(row: Pick<FormatColumns, 'url' | 'format'>): string {
  const { url } = row;
  return isUrl(url) && isSecretUrl(row) ? `${new URL(url).origin}/${MASKED}` : url;
}

/** Format, address and headers of a webhook for its owner. */
export function presentFormat(row: FormatColumns) {
  const names = Object.keys(storedHeaders(row.headers));
  return {
    url: shownUrl(row),
    format: row.format ?? ('standard' as const),
    ...(row.template !== null && { template: row.template }),
    ...(names.length > 0 && {
      headers: Object.fromEntries(names.map((name) => [name, MASKED])),
    }),
  };
}
