import type { BundleValues, FeedEntry, FeedValues, SourceSpec } from '../../sources/model.js';
import type { AccessChanges } from '../../sources/secret-reference.js';

/** Old and new value of a field as texts; null: no value. */
export interface FieldChange {
  from: string | null;
  to: string | null;
}

export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** One step from the current account to the desired state. */
export type Change =
  | { action: 'create'; kind: 'feed'; source: SourceSpec; entry: FeedEntry }
  | {
      action: 'update';
      kind: 'feed';
      id: string;
      source: SourceSpec;
      fields: FieldChanges;
      values: FeedValues;
      /** With a change of `access` in `fields`. */
      access?: AccessChanges;
    }
  | { action: 'delete'; kind: 'feed'; id: string; source: SourceSpec; title: string }
  | {
      action: 'create';
      kind: 'bundle';
      name: string;
      values: BundleValues;
      add: readonly Member[];
    }
  | {
      action: 'update';
      kind: 'bundle';
      id: string;
      name: string;
      fields: FieldChanges;
      values: BundleValues;
      add: readonly Member[];
      remove: readonly Member[];
    }
  | { action: 'delete'; kind: 'bundle'; id: string; name: string };

/** A member to add or remove. */
export interface Member {
  source: SourceSpec;
  /** Undefined until the feed is created. */
  feedId: string | undefined;
}

/** The changes from the account to the file, in the order in which they are applied. */
export interface Plan {
  changes: readonly Change[];
  /** What is not in the file and is kept because pruning was not requested. */
  kept: { feeds: number; bundles: number; members: number };
  /** Number of entries that already match. */
  unchanged: { feeds: number; bundles: number };
  /** Number of feeds and bundles before the plan. */
  before: { feeds: number; bundles: number };
  warnings: readonly string[];
}
