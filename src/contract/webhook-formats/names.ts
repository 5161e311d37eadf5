/**
 * What a webhook sends. `standard` is the signed event as JSON; the others are messages of one
 * service, or of a template. Adding one takes a name here and a row in `table.ts`.
 */
export const WEBHOOK_FORMATS = [
  'standard',
  'slack',
  'discord',
  'telegram',
  'ntfy',
  'teams',
  'apprise',
  'template',
] as const;

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Formats that render messages; the address of such a webhook is a secret. */
export type MessageFormat = Exclude<WebhookFormat, 'standard'>;

export const MESSAGE_FORMATS = WEBHOOK_FORMATS.filter(isMessageFormat);

export function isMessageFormat(name: string): name is MessageFormat {
  return name !== 'standard' && WEBHOOK_FORMATS.some((known) => known === name);
}

/** Longest template, in characters. */
export const MAX_TEMPLATE_LENGTH = 16_384;
