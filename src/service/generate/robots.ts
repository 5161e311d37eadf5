import robotsParser from 'robots-parser';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';

/** The package's types describe an ES module; what Node loads is the function itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** Product token by which sites address us in robots.txt. */
export const ROBOTS_AGENT = 'feedctl';

/** Answer to a request for a robots.txt. */
export interface RobotsAnswer {
  status: number;
  body: string;
}

/** Characters read of one robots.txt: the 500 KiB of RFC 9309. */
const MAX_CHARACTERS = 512_000;
const DAY_MS = 86_400_000;
/** A robots.txt that could not be fetched is asked for again after this long. */
const RETRY_MS = 3_600_000;
const MAX_ORIGINS = 1_000;

/** Whether a robots.txt lets us read an address; what it does not mention is allowed. */
export function isAllowedByRobots(robotsUrl: string, robotsTxt: string, url: string): boolean {
  return (
    parseRobots(robotsUrl, robotsTxt.slice(0, MAX_CHARACTERS)).isAllowed(url, ROBOTS_AGENT) !==
    false
  );
}

/** Asks a site's robots.txt before one of its pages is made a feed. */
export interface RobotsGate {
  /** @throws ServiceError ROBOTS_DISALLOWED when the site asks robots not to read the address. */
  check(url: string): Promise<void>;
}

interface Known {
  body: string;
  until: number;
}

/**
 * Makes a gate that keeps every origin's rules for 24 hours. `fetch` goes through the safe fetcher
 * and returns null when there was no answer. No answer, and any answer but 200, allows: somebody
 * asked for this one page, and the page itself did answer (RFC 9309 section 2.3.1.3; for server
 * errors we are more lenient than it, and ask again after an hour).
 */
export function createRobotsGate(
  fetch: (robotsUrl: string) => Promise<RobotsAnswer | null>,
  clock: Clock,
): RobotsGate {
  const origins = new Map<string, Known>();
  return {
    async check(url) {
      const robotsUrl = new URL('/robots.txt', url).href;
      const body = await rulesOf(robotsUrl);
      if (isAllowedByRobots(robotsUrl, body, url)) return;
      throw new ServiceError(
        'ROBOTS_DISALLOWED',
        `${robotsUrl} asks robots not to read ${url}, and a feed made from a page is read by one. Use a feed the site offers itself, or ask its owner; the operator of this service can switch the check off.`,
      );
    },
  };

  async function rulesOf(robotsUrl: string): Promise<string> {
    const now = clock.now();
    const known = origins.get(robotsUrl);
    if (known !== undefined && known.until > now) return known.body;
    const answer = await fetch(robotsUrl);
    const answered = answer !== null && answer.status < 500;
    if (origins.size >= MAX_ORIGINS) origins.clear();
    const body = answer?.status === 200 ? answer.body : '';
    origins.set(robotsUrl, { body, until: now + (answered ? DAY_MS : RETRY_MS) });
    return body;
  }
}
