import { CHATS } from './chats.js';
import type { FormatRow } from './format-row.js';

/**
 * What a webhook sends: the signed event as JSON, messages of a service, or those of a template.
 * Each folder of `src/messages` is such a service.
 */
export const FORMATS = {
  standard: {
    label: 'Signed events (JSON)',
    example: 'https://example.com/hook',
    limits: { messages: 1, intervalMs: 0 },
  },
  ...CHATS,
  template: {
    label: 'JSON from a template',
    example: 'https://example.com/hook',
    limits: { messages: 1, intervalMs: 0 },
  },
} as const satisfies Record<string, FormatRow>;

export type WebhookFormat = keyof typeof FORMATS;

export const WEBHOOK_FORMATS = Object.keys(FORMATS) as WebhookFormat[];

/** Formats that render messages; the address of such a webhook is a secret. */
export type MessageFormat = Exclude<WebhookFormat, 'standard'>;

export const MESSAGE_FORMATS = WEBHOOK_FORMATS.filter(isMessageFormat);

export function isMessageFormat(name: string): name is MessageFormat {
  return name !== 'standard' && Object.hasOwn(FORMATS, name);
}

/** Maximum length of a template, in characters. */
export const MAX_TEMPLATE_LENGTH = 16_384;
