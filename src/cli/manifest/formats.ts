import type { Exported } from './export-account.js';
import type { FileFormat } from './file-format.js';
import type { WrittenFile } from './read/written.js';

export interface WriteOptions {
  /**
   * True to write the address of the source, if that is a feed, in place of the published address.
   */
  sources?: boolean;
}

interface FormatRow {
  /**
   * Reads the entries of a file without checking them. Loads the reader on demand: each needs a
   * library.
   */
  read(text: string, file: string, maxAliases?: number): Promise<WrittenFile>;
  /** Writes a file that recreates the account, in parts. */
  write(exported: Exported, options?: WriteOptions): Promise<Iterable<string>>;
  /** True if the format has environment variables in place of headers and secrets of sources. */
  holdsAccess: boolean;
}

/** Reader and writer of each format of account files. */
export const FORMAT_TABLE: Readonly<Record<FileFormat, FormatRow>> = {
  yaml: {
    read: async (text, file, maxAliases) =>
      (await import('./read/yaml.js')).readYaml(text, file, { maxAliases }),
    write: async (exported) => (await import('./write/document.js')).writeYaml(exported),
    holdsAccess: true,
  },
  json: {
    read: async (text, file, maxAliases) =>
      (await import('./read/json.js')).readJson(text, file, maxAliases),
    write: async (exported) => (await import('./write/document.js')).writeJson(exported),
    holdsAccess: true,
  },
  opml: {
    read: async (text, file) => (await import('./read/opml.js')).readOpml(text, file),
    write: async (exported, options) =>
      (await import('./write/opml.js')).writeOpml(exported, options),
    holdsAccess: false,
  },
  csv: {
    read: async (text, file) => (await import('./read/csv.js')).readCsv(text, file),
    write: async (exported) => (await import('./write/csv.js')).writeCsv(exported),
    holdsAccess: false,
  },
};
