import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/time.js';

const MAX_KEPT = 100;

/**
 * What forms were answered with, by a token in the address: so that Back and a reload send no form again. In the
 * memory of this process, because some answers are secret; another one shows the page without them.
 */
export class KeptAnswers<Answer> {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #kept = new Map<string, { answer: Answer; owner: string; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param owner who alone gets it back @param lifeMs for how long, in milliseconds */
  keep(owner: string, answer: Answer, lifeMs: number): string {
    const token = randomBytes(16).toString('base64url');
    this.#kept.set(token, { answer, owner, until: this.#clock.now() + lifeMs });
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
