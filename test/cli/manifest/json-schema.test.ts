import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  manifestJsonSchema,
  SCHEMA_PATH,
  schemaAddress,
} from '../../../src/cli/manifest/json-schema.js';

describe('the JSON Schema of the file', () => {
  it('is the one that the package publishes (vitest -u writes it)', async () => {
    const text = `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../../${SCHEMA_PATH}`);
  });

  it('is found by its address, wherever the package is', () => {
    expect(existsSync(fileURLToPath(schemaAddress()))).toBe(true);
  });
});
