import type { FeedClient } from '../../../client/index.js';
import type { ServiceKind } from '../../bulk/known-feeds.js';
import type { RetryOptions } from '../../bulk/retry-rate-limited.js';
import type { SourceSpec } from '../../sources/model.js';
import type { PlanSecrets } from './read-secrets.js';

/** Everything needed to apply changes. */
export interface Tools extends ServiceKind, RetryOptions {
  client: FeedClient;
  /** What the changes of the plan send to sources. */
  secrets?: PlanSecrets;
  /** Sources that cannot be read now become failing feeds. */
  keepFailing?: boolean;
  /** Called for a feed that was created although its source cannot be read. */
  onFailing?: (source: SourceSpec, reason: string) => void;
}
