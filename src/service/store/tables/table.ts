import type { ColumnType } from 'kysely';

/**
 * A column: its SQL, and the types with which it is selected, inserted and updated. SQLite and PostgreSQL
 * share them: text ids, times as integers in milliseconds since the epoch, booleans as 0 and 1, JSON as text.
 */
export class Column<Selected, Inserted = Selected, Updated = Selected> {
  declare readonly types: ColumnType<Selected, Inserted, Updated>;

  constructor(
    /** SQL of type and constraints. */
    readonly sql: string,
    /** The table to which it refers. */
    readonly parent?: string,
  ) {}

  /** A column that is null if it is left out of an insert. */
  optional(): Column<Selected | null, Selected | null | undefined, Selected | null> {
    return new Column(this.sql.replace(' not null', ''), this.parent);
  }

  /** A column that is only written by an insert. */
  fixed(): Column<Selected, Inserted, never> {
    return new Column(this.sql, this.parent);
  }

  default(value: Selected): Column<Selected, Inserted | undefined, Updated> {
    const literal = typeof value === 'string' ? `'${value}'` : String(value);
    return new Column(`${this.sql} default ${literal}`, this.parent);
  }

  /** The primary key of its table. */
  key(): Column<Selected, Inserted, Updated> {
    return new Column(this.sql.replace(' not null', ' primary key not null'), this.parent);
  }

  /** The id of a row in another table; deleting that row deletes this one. */
  references(parent: string): Column<Selected, Inserted, Updated> {
    return new Column(`${this.sql} references ${parent} (id) on delete cascade`, parent);
  }
}

export function text<T extends string = string>(): Column<T> {
  return new Column('text not null');
}

export function integer<T extends number = number>(): Column<T> {
  return new Column('integer not null');
}

/** An integer of more than 32 bits, such as a time. */
export function bigint(): Column<number> {
  return new Column('bigint not null');
}

export function double(): Column<number> {
  return new Column('double precision not null');
}

/** The key of a table: a random text. */
export function id(): Column<string, string, never> {
  return text().key().fixed();
}

/** The id of a row in another table; deleting that row deletes this one. */
export function idOf(parent: string): Column<string, string, never> {
  return text().references(parent).fixed();
}

/** A key that the database counts up. */
export function countColumn(): Column<number, number | undefined> {
  return new Column(COUNTED_KEY);
}

/** Placeholder for SQL that differs between the two stores. */
export const COUNTED_KEY = 'COUNTED KEY';

/** A boolean as 0 or 1. */
export type Flag = 0 | 1;

type Columns = Readonly<Record<string, Column<unknown, unknown, unknown>>>;

/** A table: its columns, their types for kysely, and the SQL that creates it. */
export class Table<Of extends Columns = Columns> {
  declare readonly types: { [Name in keyof Of]: Of[Name]['types'] };

  /** Columns of the primary key. */
  key: readonly string[];
  /** Lines of its definition after the columns. */
  readonly #constraints: string[] = [];
  #indexes: Readonly<Record<string, string>> = {};

  constructor(readonly columns: Of) {
    this.key = Object.keys(columns).filter((name) => KEY.test(columns[name]?.sql ?? ''));
  }

  /** Sets a key of several columns. */
  keyedBy(...names: (keyof Of & string)[]): this {
    this.key = names;
    this.#constraints.push(`primary key (${names.join(', ')})`);
    return this;
  }

  unique(...names: (keyof Of & string)[]): this {
    this.#constraints.push(`unique (${names.join(', ')})`);
    return this;
  }

  /**
   * @param indexes definitions by the suffix of their names: the SQL after the name of the table,
   * or `unique` and that SQL
   */
  indexed(indexes: Readonly<Record<string, string>>): this {
    this.#indexes = indexes;
    return this;
  }

  /** The statements that create it as `name`, with its indexes. */
  creation(name: string): string[] {
    const columns = Object.entries(this.columns).map(([column, { sql }]) => `${column} ${sql}`);
    const indexes = Object.entries(this.#indexes).map(([end, index]) => {
      const kind = index.startsWith('unique ') ? 'unique index' : 'index';
      return `create ${kind} ${name}_${end} on ${name} ${index.replace('unique ', '')}`;
    });
    const lines = [...columns, ...this.#constraints].join(',\n  ');
    return [`create table ${name} (\n  ${lines}\n)`, ...indexes];
  }
}

const KEY = new RegExp(`primary key|${COUNTED_KEY}`);

export function table<Of extends Columns>(columns: Of): Table<Of> {
  return new Table(columns);
}
