import * as z from 'zod';
import type { MessageFormat } from '../../../src/resources/message-formats.js';

/** What each service accepts, from its documentation; the addresses are in src/messages. */

const slackElement = z.union([
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1),
    style: z
      .union([
        z.strictObject({ bold: z.literal(true) }),
        z.strictObject({ italic: z.literal(true) }),
      ])
      .optional(),
  }),
  z.strictObject({
    type: z.literal('link'),
    url: z
      .string()
      .regex(/^https?:\/\/\S+$/)
      .max(3000),
    text: z.string().min(1),
  }),
]);
const slackSection = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(slackElement).min(1),
});
const slackMessage = z
  .strictObject({
    text: z.string().min(1).max(40_000),
    mrkdwn: z.literal(false),
    unfurl_links: z.boolean(),
    unfurl_media: z.boolean(),
    blocks: z
      .array(z.strictObject({ type: z.literal('rich_text'), elements: z.tuple([slackSection]) }))
      .min(1)
      .max(50),
  })
  .refine(({ blocks }) => JSON.stringify(blocks).length <= 13_200, 'msg_blocks_too_long')
  // "<" would begin a mention or a link, also where markup is off.
  .refine(({ text }) => /^(?:[^<>&]|&(?:amp|lt|gt);)*$/.test(text), 'markup');

const web = z
  .string()
  .regex(/^https?:\/\/\S+$/)
  .max(2048);
const discordEmbed = z.strictObject({
  title: z.string().min(1).max(256),
  url: web.optional(),
  description: z.string().min(1).max(4096).optional(),
  timestamp: z.iso.datetime().optional(),
  author: z.strictObject({ name: z.string().min(1).max(256) }).optional(),
  thumbnail: z.strictObject({ url: web }).optional(),
});
const discordMessage = z
  .strictObject({
    content: z.string().min(1).max(2000),
    embeds: z.array(discordEmbed).max(10),
    allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
  })
  .refine(
    ({ embeds }) =>
      embeds.reduce(
        (sum, { title, description = '', author }) =>
          sum + title.length + description.length + (author?.name.length ?? 0),
        0,
      ) <= 6000,
    'embeds of more than 6000 characters',
  );

const telegramMessage = z
  .strictObject({
    chat_id: z.string().min(1).optional(),
    message_thread_id: z.string().optional(),
    text: z.string().min(1).max(4096),
    parse_mode: z.literal('HTML'),
    link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
  })
  // Only supported tags, closed, and only the entities that the Bot API knows.
  .refine(
    ({ text }) =>
      /^(?:[^<>&]|&(?:amp|lt|gt|quot|#39);|<b>|<\/b>|<a href="[^"<>]*">|<\/a>)*$/.test(text) &&
      text.split('<b>').length === text.split('</b>').length &&
      text.split('<a ').length === text.split('</a>').length,
    "can't parse entities",
  );

const ntfyMessage = z
  .strictObject({
    topic: z
      .string()
      .regex(/^[-\w]{1,64}$/)
      .optional(),
    title: z.string().min(1),
    message: z.string().min(1),
    click: web.optional(),
  })
  .refine(({ message }) => Buffer.byteLength(message) <= 4096, 'message of more than 4096 bytes')
  .refine(({ title }) => Buffer.byteLength(title) <= 250, 'title');

const teamsMessage = z
  .strictObject({
    type: z.literal('message'),
    attachments: z
      .array(
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
            type: z.literal('AdaptiveCard'),
            version: z.string().regex(/^1\.[0-5]$/),
            body: z
              .array(
                z.strictObject({
                  type: z.literal('TextBlock'),
                  text: z.string().min(1),
                  wrap: z.boolean(),
                  weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
                  size: z.enum(['Default', 'Small', 'Medium', 'Large', 'ExtraLarge']).optional(),
                  spacing: z.enum(['None', 'Small', 'Default', 'Medium', 'Large']).optional(),
                  isSubtle: z.boolean().optional(),
                }),
              )
              .min(1),
          }),
        }),
      )
      .length(1),
  })
  .refine((message) => Buffer.byteLength(JSON.stringify(message)) <= 28 * 1024, 'HTTP error 413');

const appriseMessage = z.strictObject({
  urls: z.string().optional(),
  title: z.string().max(250),
  body: z.string().min(1).max(32_768),
  type: z.enum(['info', 'success', 'warning', 'failure']),
  format: z.enum(['text', 'markdown', 'html']),
});

export const MESSAGE_SCHEMAS = {
  slack: slackMessage,
  discord: discordMessage,
  telegram: telegramMessage,
  ntfy: ntfyMessage,
  teams: teamsMessage,
  apprise: appriseMessage,
} as const satisfies Record<ChatName, z.ZodType>;

/** Every format that is a service of somebody else: one without a fake does not compile. */
export type ChatName = Exclude<MessageFormat, 'template'>;

/** Why a service would refuse a message; null when it accepts it. */
export function messageProblem(service: ChatName, body: unknown): string | null {
  const result = MESSAGE_SCHEMAS[service].safeParse(body);
  return result.success ? null : z.prettifyError(result.error);
}
