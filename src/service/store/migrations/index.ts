import { builds } from './builds.js';
import { foundation } from './foundation.js';
import type { Migration } from './migration.js';
import { mute } from './mute.js';

/** In order. A row is added at the end; those that are released stay as they are. */
export const MIGRATIONS: readonly Migration[] = [foundation, builds, mute];
