import type { FeedSettings, MaskedAccess } from '../../../client/index.js';
import type { BundleValues, FeedValues, SourceSpec } from '../../sources/model.js';

/** A feed of the account, with its values: texts of the source among them, blank ones not. */
export interface AccountFeed extends FeedValues {
  id: string;
  source: SourceSpec;
  /** What it reads now; undefined where the service does not say. */
  document?: 'feed' | 'html' | undefined;
  rssFeedUrl: string;
  /** What it sends to its source, without the secrets. */
  access?: MaskedAccess | undefined;
  /** Undefined where the service lists feeds without them. */
  settings?: FeedSettings | undefined;
}

/** A bundle of the account. */
export interface AccountBundle extends BundleValues {
  id: string;
  name: string;
  /** Ids of the members; some feeds may no longer exist. */
  members: readonly string[];
}

/** Everything that a file can describe, oldest first: the order in which it is created again. */
export interface Account {
  feeds: readonly AccountFeed[];
  bundles: readonly AccountBundle[];
  /** Whether the service distinguishes a headline from a search for the same words. */
  tellsModes: boolean;
  /** Whether the account changed while it was being read. */
  shifted: boolean;
}
