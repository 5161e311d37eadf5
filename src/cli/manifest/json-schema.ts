import * as z from 'zod';
import { manifestSchema } from '../sources/schema.js';

/** Where the published schema lies inside the package. */
export const SCHEMA_PATH = 'docs/feeds.schema.json';

/** The JSON Schema of the file, for editors. A test holds the published copy to it. */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-2020-12' });
}
