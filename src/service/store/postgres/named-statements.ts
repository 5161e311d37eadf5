import { createHash } from 'node:crypto';

/** Uses of a statement before it gets a name: rare ones are not worth the memory of the server. */
const NAMED_AFTER = 5;

/** Maximum number of names: the server keeps each statement per connection. */
const MAX_NAMED = 100;

/**
 * Maximum length of a named statement, in characters. The server needs 18 kB for a short one, 80 kB
 * for this length and 215 kB for an insert of fifty rows (measured); there is one for each row count.
 */
const MAX_NAMED_LENGTH = 1500;

/** Maximum number of counted statements; then counting starts again. */
const MAX_COUNTED = 1000;

/**
 * Names for frequent statements: PostgreSQL parses and plans a named statement once per connection.
 * That is half of the work for a short query (measured: GET of one feed 370 per second without names,
 * 610 with), and a third of the work for refreshing.
 */
export class NamedStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  #givenUp = false;

  /** The name of a statement that was used often enough. */
  nameOf(text: string): string | undefined {
    if (this.#givenUp || text.length > MAX_NAMED_LENGTH) return undefined;
    return this.#names.get(text) ?? this.#count(text);
  }

  /**
   * From now on nothing has a name: somebody between us and the server does not keep them (a pooler
   * that hands connections round), or a newer release has changed the tables under them.
   */
  giveUp(): void {
    this.#givenUp = true;
  }

  #count(text: string): string | undefined {
    if (this.#names.size >= MAX_NAMED) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < NAMED_AFTER) {
      if (this.#uses.size >= MAX_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    // Shared by all drivers of a pool, because a connection rejects one name for two statements.
    const name = `feedctl_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    this.#names.set(text, name);
    return name;
  }
}
