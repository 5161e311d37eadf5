import * as z from 'zod';
import type { ChatFake } from '../../fakes/chat-fake.js';

/** What the service accepts, from its documentation; its addresses are in the renderer. */
const schema = z
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

export const fake: ChatFake = {
  schema,
  path: '/bot12345:telegramTokenTelegram/sendMessage?chat_id=@example_channel',
  secrets: ['telegramTokenTelegram', '@example_channel'],
  posts: /^\/bot12345:telegramTokenTelegram\/sendMessage$/,
  accepted: { status: 200, body: { ok: true, result: { message_id: 7, date: 1 } } },
  refused: (description) => ({ status: 400, body: { ok: false, error_code: 400, description } }),
};
