/** Answer to a follow-up request. */
interface FollowUpAnswer {
  /** Final address, after redirects. */
  url: string;
  status: number;
  contentType: string;
  /** Decoded text; for a picture, the meaningless result of decoding it. */
  body: string;
}

/**
 * Fetches one more address of the same site for the generator with the safe fetcher of the page,
 * its robots rules and limits. Null if the fetch failed for any reason.
 */
export type FollowUpFetch = (url: string) => Promise<FollowUpAnswer | null>;

/** Maximum number of requests in one build, besides the one for the page itself. */
const MAX_FOLLOW_UPS = 3;

/** Limits the number of requests: from the fourth on the result is null. */
export function limitFollowUps(fetch: FollowUpFetch | undefined): FollowUpFetch | null {
  if (fetch === undefined) return null;
  let left = MAX_FOLLOW_UPS;
  return async (url) => {
    if (left === 0 || !/^https?:/.test(url)) return null;
    left -= 1;
    return fetch(url);
  };
}
