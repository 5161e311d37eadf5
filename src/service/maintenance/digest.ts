import { hash } from 'node:crypto';

/** How many rows there are, and what they say, whatever order they come in. */
export interface Digest {
  rows: number;
  /** 128 bits, hex. */
  checksum: string;
}

const MODULUS = 1n << 128n;

/**
 * The digest of a table, row by row in constant memory: the sum of the rows' SHA-256 modulo 2^128.
 * A sum does not depend on the order, and unlike an exclusive or it sees a row that came twice.
 */
export class RunningDigest {
  #rows = 0;
  #sum = 0n;

  /** @param row as `rowText` writes it */
  add(row: string): void {
    this.#rows += 1;
    const [high, low] = halves(hash('sha256', row, 'hex'));
    this.#sum = (this.#sum + (high << 64n) + low) % MODULUS;
  }

  value(): Digest {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(32, '0') };
  }
}

/** The same text for the same row on either store: its values in the order of `columns`, as JSON. */
export function rowText(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

function halves(hex: string): [bigint, bigint] {
  return [BigInt(`0x${hex.slice(0, 16)}`), BigInt(`0x${hex.slice(16, 32)}`)];
}
