import type { FileFormat } from '../read/format.js';
import type { Exported } from './document.js';

/** The text of a file that recreates the account. */
export async function writeManifest(exported: Exported, format: FileFormat): Promise<string> {
  if (format === 'opml') return (await import('./opml.js')).writeOpml(exported);
  if (format === 'csv') return (await import('./csv.js')).writeCsv(exported);
  if (format === 'json') return (await import('./json.js')).writeJson(exported);
  return (await import('./yaml.js')).writeYaml(exported);
}
