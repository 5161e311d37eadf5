import { jsonDocument } from '../../output/json.js';
import { manifestDocument } from './document.js';
import type { Exported } from './exported.js';

export function writeJson(exported: Exported): string {
  return jsonDocument(manifestDocument(exported));
}
