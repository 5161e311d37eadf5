import type { SourceSpec } from '../../sources/model.js';

/** A feed as the account has it. */
export interface AccountFeed {
  id: string;
  source: SourceSpec;
  title: string;
  description: string;
  icon: string;
  rssFeedUrl: string;
}

/** A bundle as the account has it. */
export interface AccountBundle {
  id: string;
  name: string;
  description: string;
  icon: string;
  /** Ids of the members; some may be of feeds that are no more. */
  members: readonly string[];
}

/** Everything that a file can say of an account, the oldest first: the order of making it again. */
export interface Account {
  feeds: readonly AccountFeed[];
  bundles: readonly AccountBundle[];
  /** Whether the service keeps a headline and a search of the same words apart. */
  tellsModes: boolean;
  /** Whether something changed while the account was read. */
  shifted: boolean;
}
