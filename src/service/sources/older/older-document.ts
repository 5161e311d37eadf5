import type { SourceEntry } from '../../core/source-document.js';

/** A document of a source with items that its first document does not list. */
export interface OlderDocument {
  entries: SourceEntry[];
  /** Address of the one with the items before these; null when there is none. */
  next: string | null;
  /** SHA-256 of the body. */
  hash: string;
}
