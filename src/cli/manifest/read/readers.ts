import type { SourceSpec } from '../../sources/model.js';
import { type ReadOptions, readManifest } from './read-manifest.js';
import { readSettings } from './read-settings.js';
import { readSources } from './read-sources.js';

/** A file, and how it is read. */
export interface GivenFile<Options> {
  bytes: Uint8Array;
  /** For messages. */
  name: string;
  options: Options;
}

/** What files are read as, in a thread of their own. */
export const READERS = {
  manifest: ({ bytes, name, options }: GivenFile<ReadOptions>) =>
    readManifest(bytes, name, options),
  settings: async ({ bytes, name, options: source }: GivenFile<SourceSpec>) =>
    readSettings(bytes, name, source),
  sources: async ({ bytes, name }: GivenFile<null>) => readSources(bytes, name),
};
