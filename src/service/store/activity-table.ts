import type { Fixed } from './schema.js';

/** Counts of an account for the charts of its dashboard; see `countActivity`. */
export interface ActivityTable {
  account_id: Fixed<string>;
  /** What is counted; see `ActivityKind`. */
  kind: Fixed<string>;
  /** Days or hours since the epoch, by the kind. */
  slot: Fixed<number>;
  count: number;
}

/** Remote pictures for the dashboard; see `PictureCache`. */
export interface PicturesTable {
  /** SHA-256 of the address, hex. */
  key: Fixed<string>;
  /** Media type by its content; null when the address gives no acceptable picture. */
  type: string | null;
  /** Base64; "" without a picture. */
  content: string;
  bytes: number;
  /** When it was fetched, milliseconds. */
  fetched_at: number;
  /** When it is fetched again, milliseconds. */
  expires_at: number;
}
