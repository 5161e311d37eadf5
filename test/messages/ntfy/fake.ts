import * as z from 'zod';
import type { ChatFake } from '../../fakes/chat-fake.js';

/** What the service accepts, from its documentation; its addresses are in the renderer. */
const web = z
  .string()
  .regex(/^https?:\/\/\S+$/)
  .max(2048);
const schema = z
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

export const fake: ChatFake = {
  schema,
  path: '/secret_topic_4711',
  secrets: ['secret_topic_4711'],
  posts: /^\/$/,
  accepted: {
    status: 200,
    body: { id: 'sPs71M8A2T', event: 'message', topic: 'secret_topic_4711' },
  },
  refused: (error) => ({ status: 400, body: { code: 40024, http: 400, error } }),
};
