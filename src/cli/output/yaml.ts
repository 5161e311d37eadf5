import { stringify } from 'yaml';
import type { OutputStream } from '../running/streams.js';

/** Texts stay on their line, and what occurs twice is written twice: no folds, no anchors. */
const STYLE = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** A YAML document (https://yaml.org/spec/1.2.2/) of one value. */
export function yamlDocument(value: unknown): string {
  return stringify(value, STYLE);
}

/** Prints rows as one YAML sequence while they arrive. */
export async function writeYamlSequence(
  rows: AsyncIterable<unknown>,
  stream: OutputStream,
): Promise<void> {
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    await stream.write(stringify([row], STYLE));
  }
  if (isEmpty) await stream.write('[]\n');
}
