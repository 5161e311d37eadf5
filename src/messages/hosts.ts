import type { FormatRow } from '../resources/format-row.js';
import {
  FORMATS,
  MESSAGE_FORMATS,
  type MessageFormat,
  type WebhookFormat,
} from '../resources/message-formats.js';

const HOSTS = MESSAGE_FORMATS.flatMap((format) => {
  const { hosts }: FormatRow = FORMATS[format];
  return hosts === undefined ? [] : [{ format, ...hosts }];
});

/**
 * The format for an address of a chat, which is a secret; null for any other address. Discord takes
 * messages of Slack at addresses that end in /slack:
 * https://docs.discord.com/developers/resources/webhook#execute-slackcompatible-webhook
 */
export function chatFormat(url: URL): MessageFormat | null {
  const { hostname } = url;
  const chat = HOSTS.find(({ only, also }) => only?.test(hostname) || also?.test(hostname));
  if (chat === undefined) return null;
  return isSlackOfDiscord(chat.format, url) ? 'slack' : chat.format;
}

/** The format that an address requires instead of this one; a template fits every service. */
export function otherFormat(format: WebhookFormat, url: URL): MessageFormat | null {
  const needed = HOSTS.find(({ only }) => only?.test(url.hostname))?.format ?? null;
  if (needed === null || needed === format || format === 'template') return null;
  return format === 'slack' && isSlackOfDiscord(needed, url) ? null : needed;
}

function isSlackOfDiscord(format: MessageFormat, { pathname }: URL): boolean {
  return format === 'discord' && pathname.endsWith('/slack');
}

/** The services that are recognised by their addresses: "Slack, Discord and ntfy". */
export function recognisedServices(): string {
  const names = HOSTS.map(({ format }) => FORMATS[format].label);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
