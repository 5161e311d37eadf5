import * as z from 'zod';
import type { ListDrift } from '../../generator/stored.js';

const driftSchema = z.object({
  since: z.number(),
  expected: z.number(),
  found: z.number(),
  confidence: z.number(),
});

/** The drift that is stored with a feed. */
export function readDrift(stored: string | null): ListDrift | null {
  return stored === null ? null : driftSchema.parse(JSON.parse(stored));
}
