import * as z from 'zod';
import { parseJson } from '../../base/json.js';

/** File that marks an output directory, and lists the files of the site in it. */
export const MARKER_FILE = '.feedctl-site.json';

const documentSchema = z.object({
  key: z.string(),
  kind: z.enum(['feed', 'bundle']),
  id: z.string(),
  /** Time of the last visible change, in milliseconds. */
  updated: z.number(),
  /** Inputs of the files as text: equal texts give equal files. */
  made: z.string(),
  /** File names of the pictures on its page. */
  pictures: z.array(z.string()),
});

const markerSchema = z.object({
  feedctl: z.literal('static site'),
  version: z.literal(1),
  /** SHA-256 of each file, in hex, by name. */
  files: z.record(z.string(), z.string()),
  /** Feeds and bundles by slug. */
  documents: z.record(z.string(), documentSchema),
  /** Every slug that was ever used, in lower case, with the key of its feed or bundle. */
  slugs: z.record(z.string(), z.string()),
});

export type SiteMarker = z.infer<typeof markerSchema>;
export type MarkedDocument = z.infer<typeof documentSchema>;

/** The marker in a text; null if there is none. */
export function parseMarker(text: string): SiteMarker | null {
  return markerSchema.safeParse(parseJson(text)).data ?? null;
}

export function formatMarker(marker: SiteMarker): string {
  return `${JSON.stringify(marker, null, 1)}\n`;
}
