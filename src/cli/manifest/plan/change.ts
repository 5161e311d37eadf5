import type { BundleValues, FeedValues, SourceSpec } from '../../sources/model.js';
import type { AccessChanges } from '../../sources/secret-reference.js';

/** Old and new value of a field as texts; null: no value. */
export interface FieldChange {
  from: string | null;
  to: string | null;
}

type FieldChanges = Readonly<Record<string, FieldChange>>;

interface Step {
  action: 'create' | 'update' | 'delete';
  /** Id of the object in the account. */
  id?: string;
  /** Changed fields; empty for a deletion. */
  fields: FieldChanges;
}

export interface FeedChange extends Step {
  kind: 'feed';
  source: SourceSpec;
  /** Title of a feed that is deleted. */
  title?: string | undefined;
  /** Values to send. */
  values: FeedValues;
  /** Secrets to send, if `fields` has a change of `access`. */
  access?: AccessChanges;
}

export interface BundleChange extends Step {
  kind: 'bundle';
  name: string;
  values: BundleValues;
  add: readonly Member[];
  remove: readonly Member[];
}

/** One step from the current account to the desired state. */
export type Change = FeedChange | BundleChange;

/** A member to add or remove. */
export interface Member {
  source: SourceSpec;
  /** Undefined until the feed is created. */
  feedId: string | undefined;
}

/** Numbers of feeds and bundles. */
export interface Counts {
  feeds: number;
  bundles: number;
}

/** The changes from the account to the file, in the order in which they are applied. */
export interface Plan {
  changes: readonly Change[];
  /** Objects that are not in the file and stay, because pruning was not requested. */
  kept: Counts & { members: number };
  /** Entries that already match. */
  unchanged: Counts;
  /** Contents of the account before the plan. */
  before: Counts;
  warnings: readonly string[];
}
