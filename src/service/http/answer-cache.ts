import { SERVICE_SETTINGS } from '../../resources/operator.js';
import type { AnswerBytes, Answers } from '../core/answers.js';
import { runBeforeQueued } from '../core/async/event-loop-queue.js';
import { Semaphore } from '../core/async/semaphore.js';

/** Minimum size of a kept answer that gets memory pages of its own. */
const MIN_PAGES_BYTES = 32 * 1024;

/**
 * A copy in memory pages of its own, which the system gets back when the answer is dropped. Only a
 * resizable buffer is outside the heap of the C library, which shrinks only from its end: a few
 * bytes in use kept all 60 MB of dropped answers (measured).
 */
function inOwnPages(answer: AnswerBytes): AnswerBytes {
  const { length } = answer;
  if (length < MIN_PAGES_BYTES) return answer;
  const bytes = new Uint8Array(new ArrayBuffer(length, { maxByteLength: length }), 0, length);
  bytes.set(answer);
  return bytes;
}

/** Default of `cacheBytes`: bytes of finished answers that are kept. */
const DEFAULT_CACHE_BYTES = SERVICE_SETTINGS.cacheBytes.default;

/** Size of an entry without its bytes: key, map node, buffer object. */
const ENTRY_BYTES = 500;

/**
 * Maximum number of answers that are built at once: each is in memory as rows, objects and text.
 */
const MAX_AT_ONCE = 4;

/**
 * Answers in memory, each made once for all requests that arrive meanwhile, and kept for the next
 * ones: feeds and bundles of /v1, and published documents. All responses hold the same bytes: 300
 * readers of a document of 9 MB that do not read their responses took 2 s of the event loop and
 * 9 MB each.
 *
 * The cache never decides whether an answer is current: a caller names the revision, which it reads
 * from the database for every request, so a change by any process is seen at once. Every change of an
 * answer must raise the revision or be a part of the name. Of each name only the last revision is kept.
 */
export class AnswerCache implements Answers {
  readonly #maxBytes: number;
  readonly #making = new Map<string, Promise<AnswerBytes>>();
  /** Answers by name, the least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #permits = new Semaphore(MAX_AT_ONCE);
  #bytes = 0;

  /** @param maxBytes 0 keeps nothing; simultaneous requests still share one answer */
  constructor(maxBytes: number = DEFAULT_CACHE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Total size of the kept answers. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Builds one answer per turn of the event loop: 300 at once blocked everything else for 1.8 s.
   * Requests of the same turn share it: without a turn in between, SQLite answers so directly that
   * each of eight readers had a bundle built again.
   */
  async get(
    name: string,
    revision: string,
    make: () => Promise<AnswerBytes>,
  ): Promise<AnswerBytes> {
    const kept = this.#kept.get(name);
    if (kept?.revision === revision) {
      kept.askedAt = performance.now();
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept.answer;
    }
    return this.#making.get(`${revision} ${name}`) ?? this.#make(name, revision, make);
  }

  /** Drops the answers that were not requested for this time, in milliseconds. */
  dropUnused(unusedMs: number): void {
    const now = performance.now();
    for (const [name, { askedAt }] of this.#kept) {
      if (now - askedAt < unusedMs) return;
      this.#drop(name);
    }
  }

  #make(name: string, revision: string, make: () => Promise<AnswerBytes>): Promise<AnswerBytes> {
    const key = `${revision} ${name}`;
    const making = this.#withPermit(make)
      .then((made) => {
        const answer = made.length > this.#maxBytes ? made : inOwnPages(made);
        this.#keep(name, { revision, answer, askedAt: performance.now() });
        return answer;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #withPermit(make: () => Promise<AnswerBytes>): Promise<AnswerBytes> {
    await this.#permits.acquire();
    try {
      return await runBeforeQueued(make);
    } finally {
      this.#permits.release();
    }
  }

  #keep(name: string, kept: Kept): void {
    const size = answerSize(kept);
    this.#drop(name);
    if (size > this.#maxBytes) return;
    this.#kept.set(name, kept);
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name);
    if (kept === undefined) return;
    this.#kept.delete(name);
    this.#bytes -= answerSize(kept);
  }
}

interface Kept {
  revision: string;
  answer: AnswerBytes;
  /** Time of the last request, by `performance.now()`. */
  askedAt: number;
}

/** The memory that an answer keeps in use: the whole buffer that contains it. */
function answerSize({ answer: { buffer } }: Kept): number {
  return buffer.byteLength + ENTRY_BYTES;
}
