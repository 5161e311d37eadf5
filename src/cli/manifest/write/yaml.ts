import { yamlDocument } from '../../output/yaml.js';
import { type Exported, manifestDocument } from './document.js';

/** Readable YAML. */
export function writeYaml(exported: Exported): string {
  // Quotes texts that older readers take for a number, a date or a boolean.
  return yamlDocument(manifestDocument(exported), { compat: 'yaml-1.1' });
}
