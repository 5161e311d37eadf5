import { createHash, randomBytes } from 'node:crypto';
import { toBase62 } from '../core/base62.js';

const RANDOM_BYTES = 32;

/** A new secret for a link or a cookie, 256 bits in base 62. */
export function newToken(): string {
  return toBase62(randomBytes(RANDOM_BYTES));
}

/** What is stored of a token: SHA-256, hex. A token of 256 random bits needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
