import { NotTaken } from './not-taken.js';

/** Events that wait for their turn. A sender that is turned away tries again later. */
const MOST_WAITING = 100;

/** Deals with one event at a time, in the order of arrival. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#waiting >= MOST_WAITING) {
      throw new NotTaken(503, `${MOST_WAITING} events wait already; the sender tries again.`);
    }
    this.#waiting += 1;
    const turn = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = turn.catch(() => undefined);
    await turn;
  }
}
