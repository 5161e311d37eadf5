import { stringify } from 'yaml';
import { schemaAddress } from '../json-schema.js';
import { manifestDocument } from './document.js';
import type { Exported } from './exported.js';

/** YAML for people: the first line lets an editor complete and check the rest. */
export function writeYaml(exported: Exported): string {
  const body = stringify(manifestDocument(exported), {
    // Folded lines make every change of a title a change of several lines.
    lineWidth: 0,
    // Quotes what older readers take for a number, a date or a boolean.
    compat: 'yaml-1.1',
    // Equal titles are not one title.
    aliasDuplicateObjects: false,
  });
  return `# yaml-language-server: $schema=${schemaAddress()}\n${body}`;
}
