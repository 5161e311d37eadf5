import type { FeedEntry, FeedFields, SourceSpec } from '../../sources/model.js';

/** What a field is and what it is to be; null: nothing there. */
export interface FieldChange {
  from: string | null;
  to: string | null;
}

export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** One step from the account as it is to the account as the file wants it. */
export type Change =
  | { action: 'create'; kind: 'feed'; source: SourceSpec; entry: FeedEntry }
  | { action: 'update'; kind: 'feed'; id: string; source: SourceSpec; fields: FieldChanges }
  | { action: 'delete'; kind: 'feed'; id: string; source: SourceSpec; title: string }
  | {
      action: 'create';
      kind: 'bundle';
      name: string;
      fields: Omit<FeedFields, 'title'>;
      add: readonly Member[];
    }
  | {
      action: 'update';
      kind: 'bundle';
      id: string;
      name: string;
      fields: FieldChanges;
      add: readonly Member[];
      remove: readonly Member[];
    }
  | { action: 'delete'; kind: 'bundle'; id: string; name: string };

/** A member to be added or removed. */
export interface Member {
  source: SourceSpec;
  /** Undefined while the feed is yet to be made. */
  feedId: string | undefined;
}

/** The way from the account to the file, in the order in which it is gone. */
export interface Plan {
  changes: readonly Change[];
  /** What is in the account and not in the file, and stays because nobody asked to prune. */
  kept: { feeds: number; bundles: number; members: number };
  /** Rows that are as the file wants them. */
  unchanged: { feeds: number; bundles: number };
  /** Feeds and bundles of the account before. */
  before: { feeds: number; bundles: number };
  warnings: readonly string[];
}
