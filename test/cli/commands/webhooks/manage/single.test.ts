import { describe, expect, it } from 'vitest';
import {
  deleteWebhook,
  enable,
  test as sendSample,
} from '../../../../../src/cli/commands/webhooks/manage/single.js';
import type { Context } from '../../../../../src/cli/verbs/context.js';

describe('a verb of one webhook', () => {
  /** Somebody at a terminal who says no, before a service that answers this. */
  function asked(answers: Readonly<Record<string, unknown>>) {
    const [said, calls]: [string[], unknown[]] = [[], []];
    const client = new Proxy(
      {},
      {
        get:
          (_, name: string) =>
          async (...given: unknown[]) => {
            calls.push([name, ...given]);
            return answers[name];
          },
      },
    );
    const say = async (text: string) => void said.push(text);
    const context = {
      globals: {},
      prompts: { canAsk: true, confirm: say },
      notes: { note: say },
      output: { record: async () => {} },
      during: (_: string, work: () => unknown) => work(),
      client: async () => answersOf(client),
    } as unknown as Context;
    return { context, said, calls };
  }

  /** An object of methods: a proxy with every property would be taken for a promise. */
  const answersOf = (client: object) =>
    Object.assign(
      { webhooks: () => [{ id: 'wh_a1B2c3D4e5F6g7H8', name: '', url: '' }] },
      Object.fromEntries(
        ['getWebhook', 'deleteWebhook', 'updateWebhook', 'listDeliveries', 'testWebhook'].map(
          (name) => [name, Reflect.get(client, name)],
        ),
      ),
    );

  it.each([
    [{ name: 'Ops', url: 'https://h.example/' }, 'Ops'],
    [{ name: '', url: 'https://h.example/' }, 'https://h.example/'],
  ])('asks before it deletes %j', async (getWebhook, name) => {
    const { context, said, calls } = asked({ getWebhook });
    await expect(deleteWebhook.run(context, { id: 'wh_a1B2c3D4e5F6g7H8' }, {})).rejects.toThrow(
      'Nothing was deleted.',
    );
    expect(said).toEqual([`Delete webhook ${name} (wh_a1B2c3D4e5F6g7H8) and its history?`]);
    expect(calls).toEqual([['getWebhook', 'wh_a1B2c3D4e5F6g7H8']]);
  });

  it.each([
    [[], []],
    [
      [{ id: 'd' }],
      [
        'Events were held while it was disabled. To send them: feedctl webhooks resend wh_a1B2c3D4e5F6g7H8 --since 30d',
      ],
    ],
  ])('enables it, and says what to do with %j', async (listDeliveries, notes) => {
    const { context, said, calls } = asked({
      updateWebhook: { id: 'wh_a1B2c3D4e5F6g7H8' },
      listDeliveries,
    });
    await enable.run(context, { id: 'wh_a1B2c3D4e5F6g7H8' }, {});
    expect(calls).toEqual([
      ['updateWebhook', 'wh_a1B2c3D4e5F6g7H8', { enabled: true }],
      ['listDeliveries', { webhook: 'wh_a1B2c3D4e5F6g7H8', status: 'held', limit: 1 }],
    ]);
    expect(said).toEqual(notes);
  });

  it.each([
    [{ status: 'delivered', last_error: null }, undefined],
    [{ status: 'failed', last_error: 'HTTP 500' }, 'was not delivered: HTTP 500'],
    [{ status: 'failed', last_error: null }, 'was not delivered: failed'],
  ])('a sample of %j', async (testWebhook, message) => {
    const { context } = asked({ testWebhook });
    const ended = sendSample.run(context, { id: 'wh_a1B2c3D4e5F6g7H8' }, {});
    if (message === undefined) return expect(await ended).toBeUndefined();
    const error = { exitCode: 9, message: expect.stringContaining(message) };
    await expect(ended).rejects.toMatchObject(error);
  });
});
