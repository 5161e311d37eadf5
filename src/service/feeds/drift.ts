import * as z from 'zod';
import type { ListDrift } from '../generate/list-drift.js';

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

/** The drift of a reading, since the first one that had it. */
export function driftSince(before: string | null, after: string | null): string | null {
  const first = readDrift(before);
  const drift = readDrift(after);
  return first === null || drift === null
    ? after
    : JSON.stringify({ ...drift, since: first.since });
}
