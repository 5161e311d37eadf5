import { hash } from 'node:crypto';

/**
 * Key of a source or a bundle name between builds. It is a hash, because the address of a private
 * source can be its password, and the key is in a published file.
 */
export function siteKey(kind: 'feed' | 'bundle', identity: string): string {
  return hash('sha256', `${kind} ${identity}`, 'hex').slice(0, 32);
}

/** Identifies the contents of a file. */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
