import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { manifestSchema } from '../../../src/cli/sources/schema.js';

describe('the JSON Schema of the file', () => {
  it('is the one that the package publishes for editors (vitest -u writes it)', async () => {
    const schema = z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-2020-12' });
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../../docs/feeds.schema.json');
  });
});
