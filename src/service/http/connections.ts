import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Knows which sockets of a server are busy, so that it can be closed without cutting an answer off
 * and without waiting for clients that only keep their connection.
 */
export class Connections {
  /** Sockets that speak HTTP, with the answers each still owes. */
  readonly #busy = new Map<Socket, Set<ServerResponse>>();
  /** Sockets of the operating system, those amid a TLS handshake included. */
  readonly #open = new Set<Socket>();
  #closing = false;

  constructor(server: Server | SecureServer) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    const speaksHttp = server instanceof SecureServer ? 'secureConnection' : 'connection';
    server.on(speaksHttp, (socket: Socket) => this.#track(socket));
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      this.#take(incoming.socket, outgoing),
    );
  }

  /** Ends what is idle now, and everything else as soon as it has its answer. */
  finish(): void {
    this.#closing = true;
    for (const [socket, answers] of this.#busy) {
      if (answers.size === 0) socket.destroy();
      else answers.forEach(askToClose);
    }
  }

  /** Ends everything at once. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #track(socket: Socket): void {
    this.#busy.set(socket, new Set());
    socket.once('close', () => this.#busy.delete(socket));
  }

  #take(socket: Socket, outgoing: ServerResponse): void {
    const answers = this.#busy.get(socket);
    answers?.add(outgoing);
    if (this.#closing) askToClose(outgoing);
    outgoing.once('close', () => {
      answers?.delete(outgoing);
      if (this.#closing && answers?.size === 0) socket.end();
    });
  }
}

function askToClose(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
}
