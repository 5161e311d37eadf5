import type { MessageFormat, WebhookFormat } from './names.js';

interface ChatHost {
  format: MessageFormat;
  host: RegExp;
  /** Takes messages of this service only, and no signed events. */
  isExclusive: boolean;
}

/** Services that are told by their host; the others have many, or are run by their users. */
const HOSTS: readonly ChatHost[] = [
  { format: 'slack', host: /^hooks\.slack(?:-gov)?\.com$/, isExclusive: true },
  { format: 'discord', host: /^(?:[\w-]+\.)?discord(?:app)?\.com$/, isExclusive: true },
  { format: 'telegram', host: /^api\.telegram\.org$/, isExclusive: true },
  { format: 'teams', host: /\.webhook\.office\.com$/, isExclusive: true },
  // Workflows: those of Teams, and others that take any JSON.
  { format: 'teams', host: /\.(?:logic\.azure|api\.powerplatform)\.com$/, isExclusive: false },
  { format: 'ntfy', host: /^ntfy\.sh$/, isExclusive: false },
];

/**
 * The format for an address of a chat, which is a secret; null for any other address. Discord takes
 * messages of Slack at addresses that end in /slack:
 * https://docs.discord.com/developers/resources/webhook#execute-slackcompatible-webhook
 */
export function chatFormat(url: URL): MessageFormat | null {
  const chat = chatOf(url);
  if (chat === undefined) return null;
  return isSlackOfDiscord(chat, url) ? 'slack' : chat.format;
}

/** The format that an address needs instead of this one; a template fits every service. */
export function otherFormat(format: WebhookFormat, url: URL): MessageFormat | null {
  const chat = chatOf(url);
  if (!chat?.isExclusive || chat.format === format || format === 'template') return null;
  return format === 'slack' && isSlackOfDiscord(chat, url) ? null : chat.format;
}

function chatOf({ hostname }: URL): ChatHost | undefined {
  return HOSTS.find(({ host }) => host.test(hostname));
}

function isSlackOfDiscord({ format }: ChatHost, { pathname }: URL): boolean {
  return format === 'discord' && pathname.endsWith('/slack');
}
