/** Answer to a follow-up request. */
interface FollowUpAnswer {
  /** Final address, after redirects. */
  url: string;
  status: number;
  contentType: string;
  /** Decoded text; of a picture whatever decoding gave. */
  body: string;
}

/**
 * Fetches one more address of the same site for the generator: the same safe fetcher as for the
 * page, with its robots rules and limits. Null when it could not be fetched, for any reason.
 */
export type FollowUpFetch = (url: string) => Promise<FollowUpAnswer | null>;

/** Requests besides the one for the page itself, in one build. */
const MAX_FOLLOW_UPS = 3;

/** Counts requests: from the fourth on every answer is null. */
export function limitFollowUps(fetch: FollowUpFetch | undefined): FollowUpFetch | null {
  if (fetch === undefined) return null;
  let left = MAX_FOLLOW_UPS;
  return async (url) => {
    if (left === 0 || !/^https?:/.test(url)) return null;
    left -= 1;
    return fetch(url);
  };
}
