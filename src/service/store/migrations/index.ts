import { allFeeds } from './all-feeds.js';
import { builds } from './builds.js';
import { foundation } from './foundation.js';
import type { Migration } from './migration.js';
import { mute } from './mute.js';

/** All migrations in order. A new one is added at the end; released ones never change. */
export const MIGRATIONS: readonly Migration[] = [foundation, builds, mute, allFeeds];
