import * as z from 'zod';
import type { ChatFake } from '../../fakes/chat-fake.js';

/** What the service accepts, from its documentation; its addresses are in the renderer. */
const schema = z
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

export const fake: ChatFake = {
  schema,
  path: '/webhookb2/aaaa-bbbb@cccc/IncomingWebhook/teamsTokenTeams/dddd',
  secrets: ['teamsTokenTeams'],
  posts: /^\/webhookb2\/[^/]+\/IncomingWebhook\/teamsTokenTeams\/dddd$/,
  accepted: { status: 200, body: '1' },
  refused: () => ({
    status: 200,
    body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId tcid=0.',
  }),
};
