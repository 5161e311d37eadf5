import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../core/logger.js';

/**
 * Logs the request once its answer has left or its client has. Of what came in only the method and
 * the path: query strings and headers hold secrets.
 * @returns to be given the request id as soon as it is known.
 */
export function logRequest(
  logger: Logger,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): (requestId: string) => void {
  const started = performance.now();
  let requestId: string | null = null;
  outgoing.once('close', () => {
    const fields = {
      requestId,
      method: incoming.method,
      path: incoming.url?.replace(/[?#].*$/s, ''),
      status: outgoing.headersSent ? outgoing.statusCode : undefined,
      ms: Math.round((performance.now() - started) * 10) / 10,
    };
    if (outgoing.writableFinished) logger.info(fields, 'request');
    else logger.warn(fields, 'request cut off');
  });
  return (id) => {
    requestId = id;
  };
}
