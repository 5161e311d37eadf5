import { jsonDocument } from '../../output/json.js';
import { type Exported, manifestDocument } from './document.js';

export function writeJson(exported: Exported): string {
  return jsonDocument(manifestDocument(exported));
}
