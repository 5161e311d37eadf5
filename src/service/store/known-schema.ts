import { ServiceError } from '../core/errors.js';
import type { Migration } from './foundation.js';
import { type AppliedMigration, MIGRATIONS, refusalOf } from './migrate.js';

/** How long an answer to "which schema has the database?" counts, in milliseconds. */
const ASSUMED_MS = 1000;

/** The newest migration of a database. */
export const LAST_MIGRATION =
  'select version, name, feedctl_version from schema_migrations order by version desc limit 1';

/**
 * Stops the writes of a process whose database a newer release has migrated meanwhile: they would
 * break what it does not know.
 */
export class KnownSchema {
  readonly #location: string;
  readonly #wanted: readonly Migration[];
  #askedAt = Number.NEGATIVE_INFINITY;
  #refusal: string | null = null;

  constructor(location: string, wanted: readonly Migration[] = MIGRATIONS) {
    this.#location = location;
    this.#wanted = wanted;
  }

  /** Whether `note` should be called again. */
  get isDue(): boolean {
    return performance.now() - this.#askedAt >= ASSUMED_MS;
  }

  /** @param last the newest migration that the database has now */
  note(last: AppliedMigration | undefined): void {
    this.#askedAt = performance.now();
    const refusal = last === undefined ? null : refusalOf(last, this.#wanted);
    this.#refusal =
      refusal &&
      `The database ${this.#location} ${refusal.problem} This process writes nothing to it any more. ${refusal.fix}`;
  }

  /** @throws ServiceError STORE_UNAVAILABLE */
  require(): void {
    if (this.#refusal !== null) throw new ServiceError('STORE_UNAVAILABLE', this.#refusal);
  }
}
