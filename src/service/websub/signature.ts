import { createHmac, timingSafeEqual } from 'node:crypto';

/** Methods of WebSub section 8; `sha1` is what most hubs use. */
const METHODS: ReadonlySet<string> = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** Whether `X-Hub-Signature` signs the body with the secret. Takes the same time for every digest. */
export function isSigned(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const [, method = '', digest = ''] =
    /^(sha\d{1,3})=([0-9a-f]{40,128})$/i.exec(header?.trim() ?? '') ?? [];
  const name = method.toLowerCase();
  if (!METHODS.has(name)) return false;
  const expected = createHmac(name, secret).update(body).digest();
  const given = Buffer.from(digest, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
