import type { FeedClient } from '../../client/index.js';

/** A service of ours takes several calls at once; its own limits keep the sources safe. */
const OWN_CONCURRENCY = 8;

export interface ServiceKind {
  /** Whether it is feedctl's own service. */
  isOurs: boolean;
  /** Writes at a time. Elsewhere one: people saw about one a second allowed. */
  writes: number;
  /** Reads at a time. */
  reads: number;
}

/** How much of a hurry the service takes; asks it when no answer has told yet. */
export async function serviceKind(client: FeedClient): Promise<ServiceKind> {
  const { version } = await client.detectService();
  const isOurs = version !== null;
  return { isOurs, writes: isOurs ? OWN_CONCURRENCY : 1, reads: isOurs ? OWN_CONCURRENCY : 4 };
}
