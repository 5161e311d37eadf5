import * as z from 'zod';
import type { ChatFake } from '../../fakes/chat-fake.js';

/** What the service accepts, from its documentation; its addresses are in the renderer. */
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
const schema = z
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

export const fake: ChatFake = {
  schema,
  path: '/services/T00000000/B00000000/slackTokenSlackToken1234',
  secrets: ['slackTokenSlackToken1234'],
  posts: /^\/services\/T00000000\/B00000000\/slackTokenSlackToken1234$/,
  accepted: { status: 200, body: 'ok' },
  refused: () => ({ status: 400, body: 'invalid_blocks' }),
};
