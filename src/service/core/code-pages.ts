// A separate module, because iconv-lite loads half a megabyte of tables, and nearly every document
// is UTF-8.
import iconv from 'iconv-lite';

/** True if text in this encoding can be decoded; the name is in lower case. */
export function isKnownEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

/**
 * Decodes text without its byte order mark. Invalid bytes become U+FFFD. @param encoding a name for
 * which `isKnownEncoding` is true
 */
export function decodeBytes(body: Buffer, encoding: string): string {
  return iconv.decode(body, encoding);
}
