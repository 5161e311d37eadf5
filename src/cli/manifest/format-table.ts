import type { Manifest } from '../sources/model.js';
import type { FileFormat } from './file-format.js';
import type { Exported } from './write/document.js';

interface FormatRow {
  /** Loads the reader: each format has a library of its own. */
  reader(): Promise<(text: string, file: string) => Manifest>;
  /** The text of a file that recreates the account. */
  write(exported: Exported): Promise<string>;
  /** It names environment variables in place of the headers and secrets for sources. */
  holdsAccess: boolean;
}

/** How each format of account files is read and written. */
export const FORMAT_TABLE: Readonly<Record<FileFormat, FormatRow>> = {
  yaml: {
    reader: async () => (await import('./read/yaml.js')).readYaml,
    write: async (exported) => (await import('./write/document.js')).writeYaml(exported),
    holdsAccess: true,
  },
  json: {
    // JSON is YAML, whose reader knows the position of each value.
    reader: async () => (await import('./read/yaml.js')).readYaml,
    write: async (exported) => (await import('./write/document.js')).writeJson(exported),
    holdsAccess: true,
  },
  opml: {
    reader: async () => (await import('./read/opml.js')).readOpml,
    write: async (exported) => (await import('./write/opml.js')).writeOpml(exported),
    holdsAccess: false,
  },
  csv: {
    reader: async () => (await import('./read/csv.js')).readCsv,
    write: async (exported) => (await import('./write/csv.js')).writeCsv(exported),
    holdsAccess: false,
  },
};
