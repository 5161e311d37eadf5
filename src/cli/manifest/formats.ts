import type { Exported } from './export-account.js';
import type { FileFormat } from './file-format.js';
import type { WrittenFile } from './read/written.js';

export interface WriteOptions {
  /** The address of a feed is that of its source where that is a feed, not the published one. */
  sources?: boolean;
}

interface FormatRow {
  /** The entries of a file, before they are checked. Loads the reader first: each has a library. */
  read(text: string, file: string, maxAliases?: number): Promise<WrittenFile>;
  /** The parts of a file that recreates the account, in their order. */
  write(exported: Exported, options?: WriteOptions): Promise<Iterable<string>>;
  /** It names environment variables in place of the headers and secrets for sources. */
  holdsAccess: boolean;
}

/** How each format of account files is read and written. */
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
