import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/time.js';

const MAX_KEPT = 100;

/**
 * Keeps the answers of forms by a token in the address, so that Back and a reload do not send the
 * form again. They stay in the memory of this process, because some are secret; another process
 * shows the page without them.
 */
export class KeptAnswers<Answer> {
  readonly #clock: Clock;
  /** Answers by token, the oldest first. */
  readonly #kept = new Map<string, { answer: Answer; owner: string; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param owner the only visitor who may read the answer
   * @param lifeMs time for which it is kept, in milliseconds
   * @returns the token of the answer
   */
  keep(owner: string, answer: Answer, lifeMs: number): string {
    const now = this.#clock.now();
    for (const [token, { until }] of this.#kept) if (until < now) this.#kept.delete(token);
    const token = randomBytes(16).toString('base64url');
    this.#kept.set(token, { answer, owner, until: now + lifeMs });
    const [oldest = ''] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest);
    return token;
  }

  get(owner: string, token: string): Answer | null {
    const kept = this.#kept.get(token);
    if (kept?.owner !== owner) return null;
    return kept.until < this.#clock.now() ? null : kept.answer;
  }

  delete(token: string): void {
    this.#kept.delete(token);
  }
}
