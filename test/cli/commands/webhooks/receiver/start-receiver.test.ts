import { describe, expect, it } from 'vitest';
import { eventId } from '../../../../../src/cli/commands/webhooks/receiver/start-receiver.js';

describe('eventId', () => {
  const body = Buffer.from('{}');
  it.each([
    ['the signed header', { 'webhook-id': 'msg_1' }, { id: 'evt_1' }, 'msg_1'],
    ['the id in the event', {}, { id: 'evt_1' }, 'evt_1'],
    ['the bytes, without one', {}, {}, /^sha256:[0-9a-f]{64}$/],
    ['the bytes, when the id is no text', {}, { id: 7 }, /^sha256:/],
    ['the bytes, when the id is empty', { 'webhook-id': '' }, { id: '' }, /^sha256:/],
  ])('is %s', (_, headers, value, expected) => {
    expect(eventId(headers, value, body)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });
});
