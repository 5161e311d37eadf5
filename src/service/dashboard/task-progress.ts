import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import type { TaskReport } from './task-input.js';
import { noteProgress } from './tasks.js';

/** Failures that a report names. */
const MAX_NAMED = 100;

/** Between two notes of the progress, in milliseconds. */
const NOTE_EVERY_MS = 1000;

/** One step of a task that has been done. */
export interface DoneStep {
  /** Of the feed; null when there is none. */
  id: string | null;
  name: string;
  /** Why it failed, for people. */
  error: string | undefined;
}

/** Counts the steps of a task, stores them now and then, and its report at the end. */
export class TaskProgress {
  readonly #deps: Pick<Deps, 'store' | 'clock'>;
  readonly #id: string;
  readonly #counts = { total: 0, done: 0, failed: 0 };
  readonly #failures: { id: string | null; name: string; message: string }[] = [];
  #notedAt = performance.now();

  constructor(deps: Pick<Deps, 'store' | 'clock'>, id: string) {
    this.#deps = deps;
    this.#id = id;
  }

  set total(steps: number) {
    this.#counts.total = steps;
  }

  async take({ id, name, error }: DoneStep): Promise<void> {
    this.#counts.done += 1;
    if (error !== undefined) {
      this.#counts.failed += 1;
      if (this.#failures.length < MAX_NAMED) this.#failures.push({ id, name, message: error });
    }
    if (performance.now() - this.#notedAt < NOTE_EVERY_MS) return;
    await this.#note();
    this.#notedAt = performance.now();
  }

  /**
   * Does the work and stores the report, also when it fails.
   * @param report what the report says beside the failures
   * @throws what the work throws
   */
  async during(work: () => Promise<void>, report: () => TaskReport): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#note({ ...this.#report(report()), stoppedBy: reason(error) });
      throw error;
    }
    await this.#note(this.#report(report()));
  }

  #report(report: TaskReport): TaskReport {
    return { ...report, ...(this.#failures.length > 0 && { failures: this.#failures }) };
  }

  #note(report?: TaskReport): Promise<void> {
    const { store, clock } = this.#deps;
    return noteProgress(store.db, this.#id, clock.now(), {
      ...this.#counts,
      ...(report !== undefined && { report }),
    });
  }
}

/** Internal errors are in the log of the service only. */
function reason(error: unknown): string {
  return error instanceof ServiceError && error.status < 500
    ? error.message
    : 'The service failed. Its log has details.';
}
