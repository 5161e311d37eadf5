import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sourceFiles } from '../../../scripts/import-graph.js';
import { eventLines } from '../../../src/cli/commands/webhooks/event-lines.js';
import { EVENT_TYPES, sampleEvent, type WebhookEvent } from '../../../src/contract/index.js';
import { newEventId } from '../../../src/service/core/ids.js';
import { insertDeliveries, insertEvent } from '../../../src/service/events/insert-deliveries.js';
import { openApiDocument } from '../../../src/service/http/openapi.js';
import { startReceiver } from '../../support/receiver.js';
import { startSetup } from '../../support/webhooks-setup.js';

describe('another type of event', () => {
  const NEW_TYPE = 'feed_failing';
  beforeAll(() => {
    Object.assign(EVENT_TYPES, {
      [NEW_TYPE]: {
        summary: 'A feed cannot be read',
        schema: z.object({ data: z.object({ since: z.string() }) }).meta({ id: 'FeedFailing' }),
        sample: { since: '2026-01-15T12:00:00.000Z' },
      },
    });
  });
  afterAll(() => Reflect.deleteProperty(EVENT_TYPES, NEW_TYPE));

  /** As the compiler would type it, were the row in the source. */
  function newEvent(): WebhookEvent {
    return Reflect.apply(sampleEvent, undefined, [newEventId(), NEW_TYPE]);
  }

  it('is a row: the interface describes it', () => {
    expect(openApiDocument()).toMatchObject({
      webhooks: {
        feed_update: { post: { summary: 'New and changed items of a feed' } },
        [NEW_TYPE]: {
          post: {
            summary: 'A feed cannot be read',
            requestBody: {
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/FeedFailing' } },
              },
            },
          },
        },
      },
      components: { schemas: { FeedFailing: { properties: { data: { type: 'object' } } } } },
    });
  });

  it('reaches the receiver through the same outbox', async () => {
    const [setup, receiver] = [await startSetup(), await startReceiver()];
    const { id } = await setup.webhooks.create({ url: receiver.url });
    const event = newEvent();
    const facts = { accountId: setup.owner.id, now: setup.clock.now() };
    await setup.store.db.transaction().execute(async (transaction) => {
      await insertEvent(transaction, event, facts);
      await insertDeliveries(transaction, [{ id, off: false }], [event.id], facts);
    });
    await setup.deliver();

    expect(JSON.parse(String(receiver.received[0]?.body))).toEqual({
      id: event.id,
      type: NEW_TYPE,
      feed: expect.objectContaining({ title: 'Sample feed' }),
      data: { since: '2026-01-15T12:00:00.000Z' },
    });
    expect(await setup.deliveries()).toMatchObject([{ status: 'delivered' }]);
  });

  it('is a line on the terminal', () => {
    expect(eventLines(newEvent(), new Date(0))).toMatch(
      /^\d\d:\d\d:\d\d {2}Sample feed {2}feed_failing$/m,
    );
  });

  it('takes two files, its row and what publishes it; two more show an example', () => {
    const naming = sourceFiles().filter((file) =>
      readFileSync(`src/${file}`, 'utf8').includes("'feed_update'"),
    );
    expect(naming).toEqual([
      'cli/commands/webhooks/deliveries/delivery-view.ts',
      'cli/commands/webhooks/options.ts',
      'contract/events.ts',
      'service/events/publish-event.ts',
    ]);
  });
});
