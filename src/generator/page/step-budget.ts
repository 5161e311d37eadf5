/** Thrown if the work that a budget allows is exceeded. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** Counts units of work and stops an operation that takes too many. */
export class StepBudget {
  readonly limit: number;
  #left: number;

  constructor(limit: number) {
    this.limit = limit;
    this.#left = limit;
  }

  /** @throws BudgetExceeded if more than `limit` steps were taken in total */
  take(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BudgetExceeded(`more than ${this.limit} steps`);
  }
}
