import { describe, expect, it } from 'vitest';
import { manifestJsonSchema, SCHEMA_PATH } from '../../../src/cli/manifest/json-schema.js';

describe('the JSON Schema of the file', () => {
  it('is the one that the package publishes (vitest -u writes it)', async () => {
    const text = `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../../${SCHEMA_PATH}`);
  });
});
