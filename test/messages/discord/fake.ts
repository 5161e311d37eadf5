import * as z from 'zod';
import type { ChatFake } from '../../fakes/chat-fake.js';

/** What the service accepts, from its documentation; its addresses are in the renderer. */
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
const schema = z
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

export const fake: ChatFake = {
  schema,
  path: '/api/webhooks/123456789012345678/discord-Token_discord-Token',
  secrets: ['discord-Token_discord-Token'],
  posts: /^\/api\/webhooks\/\d+\/[\w-]+\?(?:thread_id=\d+&)?wait=true$/,
  accepted: { status: 200, body: { id: '1', type: 0, content: '', webhook_id: '1' } },
  refused: (message) => ({ status: 400, body: { code: 50035, message, errors: {} } }),
};
