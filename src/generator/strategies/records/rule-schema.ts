import * as z from 'zod';
import { FAMILIES } from './link-place.js';

const placeSchema = z.object({
  family: z.enum(FAMILIES),
  signature: z.string().max(20_000),
  level: z.number().int().min(0),
});

/** How to find the records of a list again: one entry a set, each with several ways to name its links. */
export const recordRuleSchema = z.array(
  z.object({
    count: z.number().int().min(0),
    /** Only links to addresses of this kind. */
    shape: z.string().max(2_000).optional(),
    /** Most of its addresses look otherwise than those of the list. */
    anyAddress: z.literal(true).optional(),
    places: z.array(placeSchema).min(1).max(8),
  }),
);
export type RecordRule = z.infer<typeof recordRuleSchema>;
