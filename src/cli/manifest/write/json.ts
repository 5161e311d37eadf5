import { schemaAddress } from '../json-schema.js';
import { manifestDocument } from './document.js';
import type { Exported } from './exported.js';

export function writeJson(exported: Exported): string {
  return `${JSON.stringify({ $schema: schemaAddress(), ...manifestDocument(exported) }, null, 2)}\n`;
}
