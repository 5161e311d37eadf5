import { createHash } from 'node:crypto';

/** Uses of a text before it gets a name: what is asked for once is not worth the server's memory. */
const NAMED_AFTER = 5;

/** Most named texts: the server keeps each once a connection. */
const MAX_NAMED = 100;

/**
 * Longest text that gets a name, in characters. The server keeps 18 kB of a short one, 80 kB of this
 * length and 215 kB of an insert of fifty rows (measured), of which there is one for each number.
 */
const MAX_NAMED_LENGTH = 1500;

/** Most texts that are counted; beyond, counting begins anew. */
const MAX_COUNTED = 1000;

/**
 * Names for frequent statements: PostgreSQL parses and plans what has a
 * name once a connection. That is half of what it does for a short question (measured: GET of one
 * feed 370 a second without, 610 with), and a third of what refreshing costs it.
 */
export class NamedStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  #givenUp = false;

  /** The name of a statement, once it has been asked for often enough. */
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
    // The same in all drivers that share a pool, as connections refuse one name for two texts.
    const name = `feedctl_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    this.#names.set(text, name);
    return name;
  }
}
