import * as z from 'zod';
import type { ChatFake } from '../../fakes/chat-fake.js';

/** What the service accepts, from its documentation; its addresses are in the renderer. */
const schema = z.strictObject({
  urls: z.string().optional(),
  title: z.string().max(250),
  body: z.string().min(1).max(32_768),
  type: z.enum(['info', 'success', 'warning', 'failure']),
  format: z.enum(['text', 'markdown', 'html']),
});

export const fake: ChatFake = {
  schema,
  path: '/notify/appriseKeyApprise',
  secrets: ['appriseKeyApprise'],
  posts: /^\/notify\/appriseKeyApprise$/,
  accepted: { status: 200, body: { error: '', details: [] } },
  refused: (error) => ({ status: 400, body: { error } }),
};
