import type { Selectable } from 'kysely';
import type { BundlesTable } from '../store/schema.js';

/** What a bundle looks like from outside is made of these and of its members. */
export const BUNDLE_COLUMNS = [
  'id',
  'name',
  'description',
  'icon',
  'revision',
] as const satisfies readonly (keyof BundlesTable)[];

export type BundleRow = Pick<Selectable<BundlesTable>, (typeof BUNDLE_COLUMNS)[number]>;
