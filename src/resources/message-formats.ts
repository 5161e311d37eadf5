/** What a webhook sends, as plain data; `src/messages/` makes the messages. */
export interface FormatRow {
  /** Name for people. */
  label: string;
  /** Hosts that tell the format; the other services have many, or are run by their users. */
  hosts?: {
    /** They take messages of this service only, and no signed events. */
    only?: RegExp;
    /** They may take others too. */
    also?: RegExp;
  };
  /** An address for messages of help and errors. */
  example: string;
  limits: {
    /** Messages for one update; the items that do not fit are counted in the last one. */
    messages: number;
    /** Minimum time between two messages to one address, in milliseconds. */
    intervalMs: number;
  };
}

/**
 * The signed event as JSON, messages of one service, or those of a template. Another service takes a
 * row here, its renderer in `src/messages/renderers.ts` and its fake in `test/fakes/chats/`.
 */
export const FORMATS = {
  standard: {
    label: 'Signed events (JSON)',
    example: 'https://example.com/hook',
    limits: { messages: 1, intervalMs: 0 },
  },
  slack: {
    label: 'Slack',
    hosts: { only: /^hooks\.slack(?:-gov)?\.com$/ },
    example: 'https://hooks.slack.com/services/T000/B000/XXXX',
    limits: { messages: 5, intervalMs: 1000 },
  },
  discord: {
    label: 'Discord',
    hosts: { only: /^(?:[\w-]+\.)?discord(?:app)?\.com$/ },
    example: 'https://discord.com/api/webhooks/1234567890/TOKEN',
    limits: { messages: 5, intervalMs: 2000 },
  },
  telegram: {
    label: 'Telegram',
    hosts: { only: /^api\.telegram\.org$/ },
    example: 'https://api.telegram.org/botTOKEN/sendMessage?chat_id=@channel',
    limits: { messages: 5, intervalMs: 3000 },
  },
  ntfy: {
    label: 'ntfy',
    hosts: { also: /^ntfy\.sh$/ },
    example: 'https://ntfy.sh/TOPIC',
    limits: { messages: 5, intervalMs: 1000 },
  },
  teams: {
    label: 'Microsoft Teams',
    hosts: {
      only: /\.webhook\.office\.com$/,
      // Workflows: those of Teams, and others that take any JSON.
      also: /\.(?:logic\.azure|api\.powerplatform)\.com$/,
    },
    example: 'https://example.webhook.office.com/webhookb2/…',
    limits: { messages: 5, intervalMs: 1000 },
  },
  apprise: {
    label: 'Apprise',
    example: 'https://apprise.example.com/notify/KEY',
    limits: { messages: 5, intervalMs: 1000 },
  },
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

/** Longest template, in characters. */
export const MAX_TEMPLATE_LENGTH = 16_384;
