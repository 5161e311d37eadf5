import { hash } from 'node:crypto';

/** Row count and checksum, independent of the order of rows. */
export interface Digest {
  rows: number;
  /** 128 bits, hex. */
  checksum: string;
}

const MODULUS = 1n << 128n;

/**
 * Digests a table row by row in constant memory: the sum of the rows' SHA-256 modulo 2^128. A sum
 * does not depend on the order and, unlike XOR, detects duplicate rows.
 */
export class RunningDigest {
  #rows = 0;
  #sum = 0n;

  /** @param row in the form of `rowText` */
  add(row: string): void {
    this.#rows += 1;
    const [high, low] = halves(hash('sha256', row, 'hex'));
    this.#sum = (this.#sum + (high << 64n) + low) % MODULUS;
  }

  value(): Digest {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(32, '0') };
  }
}

/** The same text for the same row on both stores: its values in the order of `columns`, as JSON. */
export function rowText(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

function halves(hex: string): [bigint, bigint] {
  return [BigInt(`0x${hex.slice(0, 16)}`), BigInt(`0x${hex.slice(16, 32)}`)];
}
