import type { ColumnType } from 'kysely';

/**
 * Types of columns that SQLite and PostgreSQL share: text ids, times as integers in milliseconds
 * since the epoch, booleans as 0 and 1, JSON as text.
 */

/** Written once, at insertion. */
export type Fixed<T> = ColumnType<T, T, never>;
/** Null when left out at insertion. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** 0 or 1. */
export type Flag = 0 | 1;
