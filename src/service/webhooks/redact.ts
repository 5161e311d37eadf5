import { isUrl } from '../../base/url.js';
import { MASKED } from '../../contract/index.js';
import { type FormatColumns, isSecretUrl, shownUrl, storedHeaders } from './webhook-format.js';

/** Parts of chat addresses that are no secrets. */
const PUBLIC_PARTS: ReadonlySet<string> = new Set([
  'sendmessage',
  'services',
  'webhooks',
  'webhookb2',
  'workflows',
  'triggers',
  'invoke',
  'manual',
  'notify',
  'incomingwebhook',
]);
/**
 * Minimum length of a secret part; shorter ones are words, which would be masked everywhere in a
 * text.
 */
const MIN_SECRET_LENGTH = 6;

/**
 * Removes the secrets of a webhook from a text: its headers, and the address of a chat, whole or in
 * parts as receivers repeat them in their answers.
 */
export function redact(text: string, webhook: Omit<FormatColumns, 'template'>): string {
  let shown = text;
  if (isSecretUrl(webhook)) {
    shown = shown.replaceAll(webhook.url, shownUrl(webhook));
    // The normalised form is masked as well, because that is the one that is requested.
    if (isUrl(webhook.url)) {
      shown = shown.replaceAll(new URL(webhook.url).href, shownUrl(webhook));
    }
  }
  const secrets = [...headerSecrets(webhook), ...addressSecrets(webhook)];
  for (const secret of secrets.sort((a, b) => b.length - a.length)) {
    shown = shown.replaceAll(secret, MASKED);
  }
  return shown;
}

function headerSecrets({ headers }: Pick<FormatColumns, 'headers'>): string[] {
  return Object.values(storedHeaders(headers))
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((value) => value.length >= MIN_SECRET_LENGTH);
}

function addressSecrets(webhook: Pick<FormatColumns, 'url' | 'format'>): string[] {
  const { url } = webhook;
  if (!isSecretUrl(webhook) || !isUrl(url)) return [];
  const { pathname, searchParams } = new URL(url);
  return [...pathname.split('/'), ...searchParams.values()].filter(
    (part) => part.length >= MIN_SECRET_LENGTH && !PUBLIC_PARTS.has(part.toLowerCase()),
  );
}
