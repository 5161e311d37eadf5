import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Tracks the busy sockets of a server, so that it can be closed without cutting off a response and
 * without waiting for idle connections.
 */
export class Connections {
  /** HTTP sockets, with their pending responses. */
  readonly #busy = new Map<Socket, Set<ServerResponse>>();
  /** All TCP sockets, including those in a TLS handshake. */
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

  /** Closes idle sockets now, and the others after their response. */
  finish(): void {
    this.#closing = true;
    for (const [socket, answers] of this.#busy) {
      if (answers.size === 0) socket.destroy();
      else answers.forEach(askToClose);
    }
  }

  /** True if part of a response was sent: another response would be read as its continuation. */
  isAnswering(socket: Socket): boolean {
    return [...(this.#busy.get(socket) ?? [])].some((answer) => answer.headersSent);
  }

  /** Closes all sockets immediately. */
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
