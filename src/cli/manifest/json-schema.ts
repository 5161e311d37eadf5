import * as z from 'zod';
import { manifestSchema } from '../sources/schema.js';

/** Location of the published schema in the package. */
export const SCHEMA_PATH = 'docs/feeds.schema.json';

/** The JSON Schema of the file, for editors. A test compares the published copy with it. */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-2020-12' });
}
