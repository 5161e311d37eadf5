import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHeaders } from '../../../../src/cli/commands/webhooks/verify.js';

describe('parseHeaders', () => {
  it('reads what tools print', () => {
    const lines = [
      'POST /hook HTTP/1.1\r',
      '> Webhook-Id: msg_1\r',
      'webhook-timestamp:1614265330',
      'webhook-signature: v1,aaa=',
      'Webhook-Signature: v1,bbb=',
      'Empty:',
      '',
    ];
    expect(parseHeaders(lines)).toEqual({
      'webhook-id': ['msg_1'],
      'webhook-timestamp': ['1614265330'],
      'webhook-signature': ['v1,aaa=', 'v1,bbb='],
      empty: [''],
    });
  });

  it.each(['no header', ': value', 'na me: value', '{"a": 1}'])('refuses "%s"', (line) => {
    expect(() => parseHeaders([line])).toThrow(/is not a header\. The form is name: value/);
  });

  it('never breaks on any text otherwise', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        try {
          parseHeaders(lines);
        } catch (error) {
          expect(error).toMatchObject({ name: 'UsageError' });
        }
      }),
    );
  });
});
