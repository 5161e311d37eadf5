import type { FeedSettings } from '../../contract/index.js';
import type { FilePlan } from './task-input.js';

/** Requests to the interface in the name of an account, without a key. */
export type AccountFetch = (request: Request) => Promise<Response>;

export const EXPORT_FORMATS = ['opml', 'csv', 'yaml', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A file that somebody uploaded. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** A file that cannot be read at all. */
export interface UnreadableFile {
  problem: string;
  /** Positions and reasons. */
  details: readonly string[];
}

/** The result of one change of a file. */
export interface FileStep {
  name: string;
  /** Why it failed, for people. */
  error?: string;
  /** Number of changes. */
  total: number;
}

/**
 * Accounts as files. The command line implements it and hands it to the server that it starts, so
 * that files are read and applied the same way everywhere.
 */
export interface AccountFiles {
  /** What a file would change. Deletes nothing. */
  plan(fetch: AccountFetch, file: UploadedFile): Promise<FilePlan | UnreadableFile>;
  /** Applies a file, change by change. Invalid entries are skipped. */
  apply(fetch: AccountFetch, file: UploadedFile): AsyncGenerator<FileStep>;
  /** Writes the feeds that `settings` has, and the bundles that they are in. */
  export(
    fetch: AccountFetch,
    format: ExportFormat,
    options: {
      /** By the id of a feed. */
      settings: ReadonlyMap<string, FeedSettings>;
      /** Whether these are all feeds: then empty bundles are written, too. */
      isWhole: boolean;
    },
  ): Promise<{ text: string; warnings: readonly string[] }>;
}
