import { hash } from 'node:crypto';

/**
 * The text of a document. UTF-8 is decoded only where the text is read: to decode 98 kB took 0.3 ms,
 * and of a changed feed most entries are known by their hash.
 */
export class SourceText {
  /**
   * The text as far as it is markup: ASCII is right, with the offsets of `part` and `hash`; of a
   * character beyond ASCII it has one character for each byte.
   */
  readonly markup: string;
  readonly #utf8: Buffer | null;
  #text: string | undefined;

  private constructor(markup: string, utf8: Buffer | null) {
    this.markup = markup;
    this.#utf8 = utf8;
  }

  static of(text: string): SourceText {
    return new SourceText(text, null);
  }

  /** @param bytes valid UTF-8 without a byte order mark */
  static ofUtf8(bytes: Buffer): SourceText {
    return new SourceText(bytes.toString('latin1'), bytes);
  }

  /** At least the number of characters. */
  get length(): number {
    return this.markup.length;
  }

  /** The text from one offset in `markup` to another. */
  part(start: number, end?: number): string {
    return this.#utf8?.toString('utf8', start, end) ?? this.markup.slice(start, end);
  }

  /** SHA-256 of a part in UTF-8, base64url. */
  hash(start: number, end: number): string {
    return hash('sha256', this.#utf8?.subarray(start, end) ?? this.part(start, end), 'base64url');
  }

  toString(): string {
    this.#text ??= this.part(0);
    return this.#text;
  }
}
