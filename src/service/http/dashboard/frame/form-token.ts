import { createHash, timingSafeEqual } from 'node:crypto';

/** The field of every form that holds its token. */
export const FORM_TOKEN_FIELD = 'form_token';

/** Made from the cookie of the visitor, so that it needs no storage and no other site can know it. */
export function formTokenOf(cookie: string): string {
  return createHash('sha256').update(`form ${cookie}`).digest('base64url');
}

/** Compares in constant time. */
export function isFormToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
