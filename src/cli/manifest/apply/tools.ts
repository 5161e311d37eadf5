import type { FeedClient } from '../../../client/index.js';
import type { PatienceOptions } from '../../bulk/patience.js';
import type { ServiceKind } from '../../bulk/service-kind.js';

/** What changes are made with. */
export interface Tools extends ServiceKind, PatienceOptions {
  client: FeedClient;
}
