import * as z from 'zod';
import type { ChatFake } from '../../fakes/chat-fake.js';

/** What the service accepts, from its documentation; its addresses are in the renderer. */
const html = z
  .string()
  .min(1)
  // Only tags that cards know, closed, and entities.
  .refine(
    (text) =>
      /^(?:[^<>&]|&(?:amp|lt|gt|quot|#39);|<\/?[bi]>|<br>|<a href="https?:[^"<>]*">|<\/a>)*$/.test(
        text,
      ) &&
      ['b', 'i'].every((tag) => text.split(`<${tag}>`).length === text.split(`</${tag}>`).length) &&
      text.split('<a ').length === text.split('</a>').length,
    'markup',
  );
const widget = z.strictObject({ textParagraph: z.strictObject({ text: html }) });
const card = z.strictObject({
  header: z.strictObject({ title: z.string().min(1) }),
  sections: z
    .array(z.strictObject({ widgets: z.array(widget).min(1).max(100) }))
    .min(1)
    .optional(),
});
const schema = z
  .strictObject({
    fallbackText: z.string().min(1),
    cardsV2: z.tuple([z.strictObject({ cardId: z.string().min(1), card })]),
    thread: z.strictObject({ threadKey: z.string().min(1).max(4000) }).optional(),
  })
  .refine((message) => Buffer.byteLength(JSON.stringify(message)) <= 32_000, 'message too long');

const SPACE = '/v1/spaces/AAAAbCdEfGh/messages';

export const fake: ChatFake = {
  schema,
  path: `${SPACE}?key=googleKeyGoogle&token=googleTokenGoogle`,
  secrets: ['googleKeyGoogle', 'googleTokenGoogle'],
  posts: /^\/v1\/spaces\/AAAAbCdEfGh\/messages\?key=googleKeyGoogle&token=googleTokenGoogle$/,
  accepted: { status: 200, body: { name: 'spaces/AAAAbCdEfGh/messages/x.x', cardsV2: [] } },
  refused: (message) => ({
    status: 400,
    body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
  }),
};
