import { queueLength } from '../core/async/event-loop-queue.js';

/**
 * Maximum bytes of bodies that are received or wait for parsing, for all requests of a fetcher
 * together.
 */
const MAX_BYTES_UNDER_WAY = 64 * 1024 * 1024;

/** The part of the budget that one body uses. */
export interface BodyShare {
  /** Waits until the budget has space for further bytes of this body. */
  take(bytes: number): Promise<void>;
  /** Returns the whole share. */
  leave(): void;
}

interface Share extends BodyShare {
  bytes: number;
}

/**
 * Limits the memory of bodies by their size instead of the number of requests: 128 bodies are
 * usually 10 MB, and could be 2.5 GB. A body that has to wait is not read from its connection. The
 * oldest body never waits, so all of them arrive.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  /** Shares, the oldest first. */
  readonly #shares = new Set<Share>();
  #bytes = 0;
  #waiting: (() => void)[] = [];

  constructor(maxBytes: number = MAX_BYTES_UNDER_WAY) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  enter(): BodyShare {
    const share: Share = {
      bytes: 0,
      take: async (bytes) => {
        while (!this.#hasRoom(share, bytes)) await this.#change();
        share.bytes += bytes;
        this.#bytes += bytes;
      },
      leave: () => {
        if (!this.#shares.delete(share)) return;
        this.#bytes -= share.bytes;
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const resume of waiting) resume();
      },
    };
    this.#shares.add(share);
    return share;
  }

  #hasRoom(share: Share, bytes: number): boolean {
    const [oldest] = this.#shares;
    // A body whose request has ended must not wait for others.
    return this.#bytes + bytes <= this.#maxBytes || oldest === share || !this.#shares.has(share);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/**
 * Maximum number of documents that wait for the event loop before the share of a received one is
 * returned.
 */
const MAX_WAITING = 4;

/** Returns a share once few documents wait to be parsed: until then its body is still in memory. */
export function leaveWhenRead(share: BodyShare): void {
  setImmediate(() => {
    if (queueLength() < MAX_WAITING) share.leave();
    else leaveWhenRead(share);
  });
}
