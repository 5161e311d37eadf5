import { hash } from 'node:crypto';
import { type Charset, charsetOf, decodeAs } from './charset.js';

/** An undecoded document, which can be passed to another thread. */
export interface EncodedText {
  bytes: Uint8Array;
  charset: Charset;
}

/**
 * The text of a document, decoded on demand: 20 MB of a code page take half a second. UTF-8 is
 * decoded in parts, because most entries of a changed feed are recognised by their hash.
 */
export class SourceText implements EncodedText {
  readonly bytes: Buffer;
  readonly charset: Charset;
  #markup: string | undefined;
  #text: string | undefined;

  constructor({ bytes, charset }: EncodedText) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.charset = charset;
  }

  /** @param contentType value of the HTTP header, if any */
  static open(body: Buffer, contentType?: string): SourceText {
    const charset = charsetOf(body, contentType);
    return new SourceText({ bytes: body.subarray(charset.mark), charset });
  }

  static of(text: string): SourceText {
    return SourceText.open(Buffer.from(text), 'text/xml; charset=utf-8');
  }

  /**
   * The text for finding markup: ASCII characters are correct, and offsets are those of `part` and
   * `hash`; a character beyond ASCII may be several.
   */
  get markup(): string {
    this.#markup ??= this.charset.isUtf8 ? this.bytes.toString('latin1') : this.toString();
    return this.#markup;
  }

  /** The first characters, at most this many. */
  start(characters: number): string {
    // No charset needs more bytes per character.
    return decodeAs(this.charset, this.bytes.subarray(0, 4 * characters)).slice(0, characters);
  }

  /** The decoded text between two offsets in `markup`. */
  part(start: number, end: number): string {
    return this.charset.isUtf8
      ? this.bytes.toString('utf8', start, end)
      : this.toString().slice(start, end);
  }

  /** SHA-256 of a part as UTF-8, in base64url. */
  hash(start: number, end: number): string {
    const { isUtf8 } = this.charset;
    const part = isUtf8 ? this.bytes.subarray(start, end) : this.part(start, end);
    return hash('sha256', part, 'base64url');
  }

  toString(): string {
    this.#text ??= decodeAs(this.charset, this.bytes);
    return this.#text;
  }
}

/** The text of a document, decoded at once. */
export function decodeText(body: Buffer, contentType?: string): string {
  return SourceText.open(body, contentType).toString();
}
