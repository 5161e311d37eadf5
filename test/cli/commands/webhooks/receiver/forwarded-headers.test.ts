import { describe, expect, it } from 'vitest';
import { forwardedHeaders } from '../../../../../src/cli/commands/webhooks/receiver/forwarded-headers.js';

describe('forwardedHeaders', () => {
  it('keeps all but those of the connection', () => {
    expect(
      forwardedHeaders({
        host: 'here',
        connection: 'keep-alive, X-Hop',
        'x-hop': '1',
        'content-length': '5',
        'transfer-encoding': 'chunked',
        'content-type': 'application/json',
        'webhook-id': 'evt_1',
        'x-forwarded-for': '10.0.0.1',
        'set-cookie': ['a', 'b'],
        absent: undefined,
      }),
    ).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'x-forwarded-for': '10.0.0.1',
      'set-cookie': ['a', 'b'],
    });
  });
});
