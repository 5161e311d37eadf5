import * as z from 'zod';
import { parseJson } from '../../base/json.js';

/** Marks an output directory, and lists the files of the site in it. */
export const MARKER_FILE = '.feedctl-site.json';

const documentSchema = z.object({
  key: z.string(),
  kind: z.enum(['feed', 'bundle']),
  id: z.string(),
  /** Time of the last visible change, in milliseconds. */
  updated: z.number(),
  /** What the files were made from: the same text gives the same files. */
  made: z.string(),
  /** File names of the pictures on its page. */
  pictures: z.array(z.string()),
});

const markerSchema = z.object({
  feedctl: z.literal('static site'),
  version: z.literal(1),
  /** SHA-256 of each file, hex, by name. */
  files: z.record(z.string(), z.string()),
  /** Feeds and bundles by slug. */
  documents: z.record(z.string(), documentSchema),
  /** Each slug that was ever used, in lower case, and the key of its feed or bundle. */
  slugs: z.record(z.string(), z.string()),
});

export type SiteMarker = z.infer<typeof markerSchema>;
export type MarkedDocument = z.infer<typeof documentSchema>;

/** The marker in a text; null when it is not one. */
export function parseMarker(text: string): SiteMarker | null {
  return markerSchema.safeParse(parseJson(text)).data ?? null;
}

export function formatMarker(marker: SiteMarker): string {
  return `${JSON.stringify(marker, null, 1)}\n`;
}
