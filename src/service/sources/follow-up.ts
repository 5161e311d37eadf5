import { ServiceError } from '../core/errors.js';
import type { Fetcher } from '../fetch/index.js';
import type { FollowUpFetch } from '../generate/follow-up.js';
import { decodeText } from './document/charset.js';
import type { RobotsRules } from './robots/robots-rules.js';

/** A manifest, a sitemap or a list of posts is small; a sitemap may have 50,000 entries. */
const MOST_BYTES = 10_000_000;

/** Further requests of the generator: by the safe fetcher, and only where robots are welcome. */
export function followUps({
  fetcher,
  robots,
}: {
  fetcher: Fetcher;
  robots: RobotsRules;
}): FollowUpFetch {
  return async (address) => {
    try {
      const isRules = new URL(address).pathname === '/robots.txt';
      if (!isRules && !(await robots.allows(address))) return null;
      const answer = await fetcher.fetch(address, { anyStatus: true, decodedBytes: MOST_BYTES });
      const contentType = answer.headers['content-type'] ?? '';
      const { url, status } = answer;
      return { url, status, contentType, body: decodeText(answer.body, contentType) };
    } catch (error) {
      // The page can be read without it; anything else is a fault of our own.
      if (error instanceof ServiceError) return null;
      throw error;
    }
  };
}
