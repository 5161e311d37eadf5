import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { STANDARD_HEADERS } from '../../../../contract/webhook-signature/index.js';

/**
 * What an event is known by when it comes again: the id that Standard Webhooks sign, else the id in
 * the event, else its bytes.
 *
 * @param headers without those that the signature leaves open: who changes one would come again
 */
export function eventId(headers: IncomingHttpHeaders, value: object, body: Buffer): string {
  const header = headers[STANDARD_HEADERS.id];
  if (typeof header === 'string' && header !== '') return header;
  if ('id' in value && typeof value.id === 'string' && value.id !== '') return value.id;
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}
