import type { RequestListener, Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { isHealthPath } from './health.js';

/**
 * Maximum number of requests that a connection may send ahead; each is in memory while it waits.
 */
const MAX_WAITING = 100;

/** Maximum number of connections that are accepted in a row while requests wait. */
const MAX_ACCEPTED = 100;

/**
 * Answers the requests of a server in an order in which no client keeps the others waiting. While 300
 * clients had each sent four requests for 2 MB, even `/healthz` waited until all were answered.
 *
 * - A connection has one request under way, as with most servers: the next one starts when the answer
 *   has been sent. Node hands over at once whatever a client sends ahead. A connection with too many
 *   waiting requests is closed; clients send again what has no answer (RFC 9112 section 9.3.2).
 * - Only one request starts in an iteration of the event loop, and none while connections wait to be
 *   accepted: Node accepts one in each iteration.
 * - Health checks start at once: they cost little, and a service that misses them is restarted.
 */
export function answerInTurn(server: Server | SecureServer, listener: RequestListener): void {
  /** Waiting requests of every connection with a request in progress. */
  const connections = new WeakMap<Socket, (() => void)[]>();
  const startInTurn = turnsOf(server);

  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    const waiting = connections.get(socket);
    if (waiting === undefined) {
      connections.set(socket, []);
      begin();
    } else if (waiting.length < MAX_WAITING) waiting.push(begin);
    else socket.destroy();

    function begin(): void {
      outgoing.once('close', beginNext);
      if (isHealthPath(incoming.url ?? '')) start();
      else startInTurn(start);
    }

    function start(): void {
      // Its client may have left while it waited.
      if (!socket.destroyed) listener(incoming, outgoing);
    }

    function beginNext(): void {
      const next = socket.destroyed ? undefined : connections.get(socket)?.shift();
      if (next === undefined) connections.delete(socket);
      else next();
    }
  });
}

/** @returns a function that calls its argument in turn: at once if nothing else waits */
function turnsOf(server: Server | SecureServer): (start: () => void) => void {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  let accepted = 0;
  let hasAccepted = false;

  server.on('connection', () => {
    hasAccepted = true;
    take();
  });
  return (start) => {
    if (isTaken) {
      waiting.push(start);
      return;
    }
    take();
    start();
  };

  /** True until the end of this iteration of the event loop. */
  function take(): void {
    if (!isTaken) setImmediate(endTurn);
    isTaken = true;
  }

  function endTurn(): void {
    isTaken = false;
    accepted = hasAccepted ? accepted + 1 : 0;
    hasAccepted = false;
    const mayStart = accepted % MAX_ACCEPTED === 0;
    const start = mayStart ? waiting.shift() : undefined;
    if (!mayStart || start !== undefined) take();
    start?.();
  }
}
