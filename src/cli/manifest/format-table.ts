import type { Manifest } from '../sources/model.js';
import type { FileFormat } from './file-format.js';
import type { Exported } from './write/document.js';

interface FormatRow {
  /** Loads the reader first: each format has a library of its own. */
  read(text: string, file: string): Promise<Manifest>;
  /** The text of a file that recreates the account. */
  write(exported: Exported): Promise<string>;
  /** It names environment variables in place of the headers and secrets for sources. */
  holdsAccess: boolean;
}

/** How each format of account files is read and written. */
export const FORMAT_TABLE: Readonly<Record<FileFormat, FormatRow>> = {
  yaml: {
    read: async (text, file) => (await import('./read/yaml.js')).readYaml(text, file),
    write: async (exported) => (await import('./write/document.js')).writeYaml(exported),
    holdsAccess: true,
  },
  json: {
    read: async (text, file) => (await import('./read/json.js')).readJson(text, file),
    write: async (exported) => (await import('./write/document.js')).writeJson(exported),
    holdsAccess: true,
  },
  opml: {
    read: async (text, file) => (await import('./read/opml.js')).readOpml(text, file),
    write: async (exported) => (await import('./write/opml.js')).writeOpml(exported),
    holdsAccess: false,
  },
  csv: {
    read: async (text, file) => (await import('./read/csv.js')).readCsv(text, file),
    write: async (exported) => (await import('./write/csv.js')).writeCsv(exported),
    holdsAccess: false,
  },
};
