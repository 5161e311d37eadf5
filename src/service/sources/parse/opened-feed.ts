import type { DocumentDigest } from '../../core/source-document.js';
import type { RawFeed } from './raw-entry.js';

/**
 * A feed document of which it is known where its entries are, before they are read. Reading an entry
 * costs ten times as much as finding it, and most entries of a changed document are known.
 */
export interface OpenedFeed {
  /** Null when every entry must be read. */
  digest: DocumentDigest | null;
  /**
   * The document with all entries.
   * @throws SourceError SOURCE_INVALID when not one entry is sound
   */
  readAll(): RawFeed;
  /** The document with the chosen entries alone; null when they cannot be read apart. */
  readSome(chosen: (index: number) => boolean): RawFeed | null;
}
