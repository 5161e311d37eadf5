import type { ServerResponse } from 'node:http';
import { type AnswerBytes, answerLength } from '../core/answers.js';
import { Semaphore } from '../core/async/semaphore.js';
import { ServiceError } from '../core/errors.js';

const MIB = 1024 * 1024;

/** Maximum bytes of unsent answers, for all accounts and for one of them. */
const MAX_BYTES = 128 * MIB;
const MAX_ACCOUNT_BYTES = 64 * MIB;

/**
 * Maximum number of large answers that are built at once: each is in memory as rows, objects and
 * text.
 */
const MAX_AT_ONCE = 4;

/**
 * Time after which a refused request may be repeated; a client that reads nothing is cut off after
 * 30 s.
 */
const RETRY_AFTER_SECONDS = 10;

interface Limits {
  maxBytes: number;
  maxAccountBytes: number;
}

/**
 * Limits the memory for answers that clients do not read. Large answers are built a few at a time,
 * and refused while too many bytes of earlier ones are unsent: 300 clients that each requested 9 MB
 * and read nothing took 2.7 GB.
 */
export class PendingAnswers {
  readonly #limits: Limits;
  readonly #turns = new Semaphore(MAX_AT_ONCE);
  readonly #byAccount = new Map<string, number>();
  #bytes = 0;

  constructor(limits: Limits = { maxBytes: MAX_BYTES, maxAccountBytes: MAX_ACCOUNT_BYTES }) {
    this.#limits = limits;
  }

  /** Total size of unsent answers. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Builds a large answer in its turn, and counts its bytes. @throws ServiceError OVERLOADED while
   * the service or the account has too many unsent bytes
   */
  async make<T extends { parts: readonly AnswerBytes[] }>(
    accountId: string,
    outgoing: ServerResponse,
    make: () => Promise<T>,
  ): Promise<T> {
    await this.#turns.acquire();
    try {
      // The client left while it waited: nothing is built, and no client reads the error.
      if (outgoing.closed) throw overloaded('its clients');
      this.#requireRoom(accountId);
      const answer = await make();
      this.hold(accountId, outgoing, answer.parts);
      return answer;
    } finally {
      this.#turns.release();
    }
  }

  /**
   * Counts an answer with shared parts. @throws ServiceError OVERLOADED as `make`: readers of a
   * shared answer all arrive at once
   */
  share(accountId: string, outgoing: ServerResponse, parts: readonly AnswerBytes[]): void {
    if (outgoing.closed) throw overloaded('its clients');
    this.#requireRoom(accountId);
    this.hold(accountId, outgoing, parts);
  }

  /** Counts an answer until it was sent, or its client left. */
  hold(accountId: string, outgoing: ServerResponse, parts: readonly AnswerBytes[]): void {
    if (outgoing.closed) return;
    const bytes = answerLength(parts);
    this.#add(accountId, bytes);
    outgoing.once('close', () => this.#add(accountId, -bytes));
  }

  #requireRoom(accountId: string): void {
    const { maxBytes, maxAccountBytes } = this.#limits;
    const own = this.#byAccount.get(accountId) ?? 0;
    if (own < maxAccountBytes && this.#bytes < maxBytes) return;
    const whose =
      own < maxAccountBytes ? 'the clients of this service' : 'the clients of this account';
    throw overloaded(whose);
  }

  #add(accountId: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#byAccount.get(accountId) ?? 0) + bytes;
    if (own === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, own);
  }
}

function overloaded(whose: string): ServiceError {
  return new ServiceError(
    'OVERLOADED',
    `Too many large answers wait for ${whose} to read them. Read the answers that you ask for, and try again soon.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
