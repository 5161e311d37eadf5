// A module of its own, because iconv-lite loads half a megabyte of tables as it is imported, and
// nearly every document is UTF-8.
import iconv from 'iconv-lite';

/** Whether text in this encoding can be decoded; the name in lower case. */
export function isKnownEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

/**
 * Decodes text without its byte order mark. Bytes that the encoding does not have become U+FFFD.
 * @param encoding a name for which `isKnownEncoding` is true
 */
export function decodeBytes(body: Buffer, encoding: string): string {
  return iconv.decode(body, encoding);
}
