import type LibsqlDatabase from 'libsql';

type Statement = ReturnType<LibsqlDatabase.Database['prepare']>;

/** Counts the commits that this connection has learned of, its own and those of others. */
export class CommitCount {
  readonly #database: LibsqlDatabase.Database;
  #statement: Statement | undefined;
  #dataVersion: unknown;
  #count = 0;

  constructor(database: LibsqlDatabase.Database) {
    this.#database = database;
  }

  /** SQLite does not tell a connection of its own commits (https://www.sqlite.org/pragma.html#pragma_data_version). */
  addOwn(): void {
    this.#count++;
  }

  /** Null where SQLite does not answer. */
  current(): number | null {
    try {
      this.#statement ??= this.#database.prepare('pragma data_version').raw(true);
      const [dataVersion] = this.#statement.get([]) as unknown[];
      if (dataVersion !== this.#dataVersion) this.#count++;
      this.#dataVersion = dataVersion;
      return this.#count;
    } catch {
      return null;
    }
  }
}
