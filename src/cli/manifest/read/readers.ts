import type { SourceSpec } from '../../sources/model.js';
import { type ReadOptions, readManifest } from './read-manifest.js';
import { readSettings } from './read-settings.js';
import { readSources } from './read-sources.js';

/** A file with the options of its reader. */
export interface GivenFile<Options> {
  bytes: Uint8Array;
  /** Name for messages. */
  name: string;
  options: Options;
}

/** The readers that run in a thread. */
export const READERS = {
  manifest: ({ bytes, name, options }: GivenFile<ReadOptions>) =>
    readManifest(bytes, name, options),
  settings: async ({ bytes, name, options: source }: GivenFile<SourceSpec>) =>
    readSettings(bytes, name, source),
  sources: async ({ bytes, name }: GivenFile<null>) => readSources(bytes, name),
};
