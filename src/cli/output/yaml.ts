import {
  type CreateNodeOptions,
  Document,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
  type ToStringOptions,
  visit,
} from 'yaml';
import type { OutputStream } from '../terminal/streams.js';
import { escapeHidden, hasHidden } from './json.js';

type Style = CreateNodeOptions & DocumentOptions & ParseOptions & SchemaOptions & ToStringOptions;

/** Texts stay on one line and repeated values are written out: no folding, no anchors. */
const STYLE = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** A YAML document (https://yaml.org/spec/1.2.2/) of one value. */
export function yamlDocument(value: unknown, style: Style = {}): string {
  const whole = { ...STYLE, ...style };
  const document = new Document(value, whole);
  const text = document.toString(whole);
  if (!hasHidden(text)) return text;
  // Only double-quoted strings support escapes.
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && hasHidden(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeHidden(document.toString(whole));
}

/** Prints rows as one YAML sequence while they arrive. */
export async function writeYamlSequence(
  rows: AsyncIterable<unknown>,
  stream: OutputStream,
): Promise<void> {
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    await stream.write(yamlDocument([row]));
  }
  if (isEmpty) await stream.write('[]\n');
}
