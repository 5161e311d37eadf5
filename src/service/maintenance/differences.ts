import type { Db } from '../store/store.js';
import { compareKeys, type Key } from './compare-keys.js';
import { type ReadRow, type Row, readRows } from './read-rows.js';
import type { Table } from './schema-tables.js';

/** The differences between a range of the source and the same range of the target. */
export interface DiffChunk {
  /** All rows of the source. */
  rows: readonly ReadRow[];
  /** Rows that the target lacks. */
  missing: readonly Row[];
  /** Keys of the target that the source lacks, or whose rows differ. */
  surplus: readonly Key[];
}

/** Maximum number of keys per chunk, however many lie between two rows of the source. */
const STRETCH = 1000;

/** Compares a table of two databases in key order. */
export async function* differences(
  source: Db,
  target: Db,
  table: Table,
): AsyncGenerator<DiffChunk> {
  const there = new RowCursor(readRows(target, table));
  for await (const rows of readRows(source, table)) {
    const missing: Row[] = [];
    let surplus: Key[] = [];
    for (const { row, key, text } of rows) {
      for await (const passed of there.before(key)) {
        surplus.push(passed);
        if (surplus.length < STRETCH) continue;
        yield { rows: [], missing: [], surplus };
        surplus = [];
      }
      const same = await there.takeIf(key);
      if (same === undefined) missing.push(row);
      else if (same.text !== text) surplus.push(key);
    }
    yield { rows, missing, surplus };
  }
  for await (const left of there.rest()) {
    yield { rows: [], missing: [], surplus: left.map(({ key }) => key) };
  }
}

/** Reads the target up to the position of the source. */
class RowCursor {
  readonly #batches: AsyncGenerator<ReadRow[]>;
  #batch: ReadRow[] = [];
  #at = 0;

  constructor(batches: AsyncGenerator<ReadRow[]>) {
    this.#batches = batches;
  }

  /** The keys before `key`. */
  async *before(key: Key): AsyncGenerator<Key> {
    for (;;) {
      const next = await this.#peek();
      if (next === undefined || compareKeys(next.key, key) >= 0) return;
      this.#at += 1;
      yield next.key;
    }
  }

  async takeIf(key: Key): Promise<ReadRow | undefined> {
    const next = await this.#peek();
    if (next === undefined || compareKeys(next.key, key) !== 0) return undefined;
    this.#at += 1;
    return next;
  }

  async *rest(): AsyncGenerator<ReadRow[]> {
    yield this.#batch.slice(this.#at);
    yield* this.#batches;
  }

  async #peek(): Promise<ReadRow | undefined> {
    if (this.#at === this.#batch.length) {
      const { value, done } = await this.#batches.next();
      if (done) return undefined;
      this.#batch = value;
      this.#at = 0;
    }
    return this.#batch[this.#at];
  }
}
