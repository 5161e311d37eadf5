import robotsParser from 'robots-parser';
import { SERVICE_SETTINGS } from '../../../resources/operator.js';
import { DAY } from '../../core/durations.js';
import { ServiceError } from '../../core/errors.js';
import type { Clock } from '../../core/time.js';
import { type Fetcher, SourceError } from '../../fetch/index.js';

/** Rules expire after a day (RFC 9309, section 2.4). */
const BELIEVED_MS = DAY;
/** Time for which an error of a site is cached: it may recover. */
const FAULT_BELIEVED_MS = 600_000;
/** Number of bytes that are read, the minimum in RFC 9309, section 2.5; the rest is ignored. */
const READ_BYTES = 512_000;
const REMEMBERED_ORIGINS = 500;

/** The product token by which rules name feedctl. */
const PRODUCT = 'feedctl';

/** The robots.txt rules of sites. They apply to pages, not to feeds. */
export interface RobotsRules {
  /**
   * @throws SourceError ROBOTS_DISALLOWED for a disallowed address, SOURCE_UNREACHABLE if the rules
   * cannot be read now
   */
  check(address: string): Promise<void>;
  /** As `check`, for optional requests: false in place of an error. */
  allows(address: string): Promise<boolean>;
}

interface Rules {
  isDisallowed(url: string, product: string): boolean | undefined;
  getMatchingLineNumber(url: string, product: string): number;
}

/** The package's types declare a `default` inside the default import, which does not exist. */
const parseRobots = robotsParser as unknown as (address: string, text: string) => Rules;

/** The rules or the failure of an origin, and when they expire. */
type Known = { until: number } & ({ rules: Rules } | { fault: ServiceError });

/** Rules that allow everything: the operator is responsible for `ignoreRobots`. */
export const ignoredRobots: RobotsRules = {
  check: async () => undefined,
  allows: async () => true,
};

interface RobotsDeps {
  fetcher: Pick<Fetcher, 'fetch'>;
  clock: Clock;
}

/** Reads and caches the robots.txt of each origin. */
export function createRobotsRules(deps: RobotsDeps): RobotsRules {
  return new CachedRules(deps);
}

class CachedRules implements RobotsRules {
  readonly #deps: RobotsDeps;
  readonly #known = new Map<string, Promise<Known>>();

  constructor(deps: RobotsDeps) {
    this.#deps = deps;
  }

  async check(address: string): Promise<void> {
    const answer = await this.#rulesFor(new URL(address).origin);
    if ('fault' in answer) throw answer.fault;
    if (answer.rules.isDisallowed(address, PRODUCT)) throw disallowed(address, answer.rules);
  }

  async allows(address: string): Promise<boolean> {
    const answer = await this.#rulesFor(new URL(address).origin);
    return 'rules' in answer && !answer.rules.isDisallowed(address, PRODUCT);
  }

  async #rulesFor(origin: string): Promise<Known> {
    const known = this.#known.get(origin);
    if (known === undefined) return this.#ask(origin);
    const answer = await known;
    if (answer.until > this.#deps.clock.now()) return answer;
    // Another caller may have requested the rules meanwhile.
    return this.#known.get(origin) === known ? this.#ask(origin) : this.#rulesFor(origin);
  }

  #ask(origin: string): Promise<Known> {
    if (this.#known.size >= REMEMBERED_ORIGINS) this.#known.clear();
    const asking = askFor(`${origin}/robots.txt`, this.#deps);
    this.#known.set(origin, asking);
    asking.catch(() => this.#known.delete(origin));
    return asking;
  }
}

/** The current rules of a site, or a failure if they cannot be read. */
async function askFor(address: string, { fetcher, clock }: RobotsDeps): Promise<Known> {
  try {
    return { rules: await readRules(address, fetcher), until: clock.now() + BELIEVED_MS };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const fault =
      error.code === 'SOURCE_UNREACHABLE' ? error : unreadable(address, 'cannot be read', error);
    return { fault, until: clock.now() + FAULT_BELIEVED_MS };
  }
}

async function readRules(address: string, fetcher: RobotsDeps['fetcher']): Promise<Rules> {
  // Requested once a day together with the page, without a pause of its own.
  const request = { accept: 'text/plain', anyStatus: true, isBurst: true };
  const { status, body, headers } = await fetcher.fetch(address, request);
  if (status >= 500 || status === 429) throw unreadable(address, `answered HTTP ${status}`);
  // Without rules, nothing is disallowed (RFC 9309, section 2.3.1.3).
  const isFound = status >= 200 && status < 300;
  const bytes = isFound ? body.bytes.subarray(0, READ_BYTES) : Buffer.alloc(0);
  // Imported on demand: its charset tables have a quarter of a megabyte, which feeds do not need.
  const { decodeText } = await import('../document/source-text.js');
  return parseRobots(address, decodeText(bytes, headers['content-type']));
}

function disallowed(address: string, rules: Rules): SourceError {
  const { host } = new URL(address);
  const line = rules.getMatchingLineNumber(address, PRODUCT);
  return new SourceError(
    'ROBOTS_DISALLOWED',
    `${host} asks robots not to read ${address} (robots.txt, line ${line}). Look for a feed ` +
      'address of the site: feeds are not concerned. Where the owner agrees, the operator can set ' +
      `${SERVICE_SETTINGS.ignoreRobots.name}=1.`,
  );
}

/** While the rules are unknown, everything is disallowed (RFC 9309, section 2.3.1.4). */
function unreadable(address: string, why: string, cause?: unknown): SourceError {
  return new SourceError(
    'SOURCE_UNREACHABLE',
    `${address} ${why}, so the pages that robots may read are unknown. Try again later.`,
    { cause },
  );
}
