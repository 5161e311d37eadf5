import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type AnswerBytes, answerLength, joinBytes } from '../core/answers.js';
import type { HttpEnv } from './http-deps.js';

/**
 * Answers with a body in parts. On a connection they are written one after the other, because a
 * `Response` has one piece of bytes: to join 100 kB of a shared answer with its head for every reader
 * took more time than the rest of the answer together. So is a kept answer with pages of its own, which
 * a `Response` refuses.
 */
export function sendParts(
  context: Context<HttpEnv>,
  parts: readonly AnswerBytes[],
  status: ContentfulStatusCode,
): Response {
  const outgoing = context.env?.outgoing;
  const isOnePiece = parts.length === 1 && !parts[0]?.buffer.resizable;
  if (isOnePiece || outgoing === undefined) return context.body(joinBytes(parts), status);
  context.header('Content-Length', String(answerLength(parts)));
  const fields: string[] = [];
  context.body(null).headers.forEach((value, name) => {
    fields.push(name, value);
  });
  outgoing.writeHead(status, fields);
  // Sends the parts in one packet if possible.
  outgoing.cork();
  for (const part of parts.slice(0, -1)) outgoing.write(part);
  outgoing.end(parts.at(-1));
  outgoing.uncork();
  return RESPONSE_ALREADY_SENT;
}
