import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { toBase62 } from '../core/base62.js';

/** What a client sends: `Authorization: Bearer apiKey:apiSecret`. The secret is shown once. */
export interface ApiCredentials {
  apiKey: string;
  apiSecret: string;
}

const RANDOM_BYTES = 32;

export function newApiCredentials(): ApiCredentials {
  return {
    apiKey: `c_${toBase62(randomBytes(RANDOM_BYTES))}`,
    apiSecret: `s_${toBase62(randomBytes(RANDOM_BYTES))}`,
  };
}

/**
 * SHA-256, hex. A slow hash protects guessable passwords; 32 random bytes need none, and bcrypt
 * would cost 80 ms a request.
 */
export function hashSecret(apiSecret: string): string {
  return createHash('sha256').update(apiSecret).digest('hex');
}

/** Compares in constant time, so that response times say nothing of a stored hash. */
export function secretMatches(apiSecret: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(apiSecret)), Buffer.from(storedHash));
}
