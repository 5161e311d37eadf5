import type { DocumentDigest } from '../../core/source-document.js';
import type { RawFeed } from './raw-entry.js';

/** Most entries taken from one document. */
export const MAX_ENTRIES = 500;

/**
 * A feed document of which it is known where its entries are, before they are read. Most entries of a
 * changed document are known.
 */
export interface OpenedFeed {
  /** Null when every entry must be read. */
  digest: DocumentDigest | null;
  /** False when the document breaks off. */
  isComplete: boolean;
  /** The feed with the chosen entries alone, of at most 500. */
  read(chosen: (index: number) => boolean): RawFeed;
}
