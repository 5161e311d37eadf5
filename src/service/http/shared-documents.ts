type Document = Uint8Array<ArrayBuffer>;

/** Most bytes of finished documents that are kept for the next reader. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Published documents, each written once for all who ask while it is being written, and kept for
 * those who come soon after. All their answers hold the same bytes: 300 readers of a document of
 * 9 MB that do not read their answers took 2 s of the event loop and 9 MB each.
 */
export class SharedDocuments {
  readonly #maxBytes: number;
  readonly #writing = new Map<string, Promise<Document>>();
  /** The least recently used first. */
  readonly #kept = new Map<string, Document>();
  #bytes = 0;

  constructor(maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of the documents that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The document of a key, written by `write` unless it is there.
   * @param key different whenever the document is
   */
  async get(key: string, write: () => Promise<Document>): Promise<Document> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    return this.#writing.get(key) ?? this.#write(key, write);
  }

  #write(key: string, write: () => Promise<Document>): Promise<Document> {
    const writing = write()
      .then((document) => {
        this.#keep(key, document);
        return document;
      })
      .finally(() => this.#writing.delete(key));
    this.#writing.set(key, writing);
    return writing;
  }

  #keep(key: string, document: Document): void {
    if (document.length > this.#maxBytes) return;
    this.#kept.set(key, document);
    this.#bytes += document.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
