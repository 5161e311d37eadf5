import robotsParser from 'robots-parser';
import { SERVICE_SETTINGS } from '../../../resources/operator.js';
import { DAY } from '../../core/durations.js';
import { ServiceError } from '../../core/errors.js';
import type { Clock } from '../../core/time.js';
import { type Fetcher, SourceError } from '../../fetch/index.js';

/** RFC 9309, section 2.4: rules are not believed for longer than a day. */
const BELIEVED_MS = DAY;
/** How long an error of a site is cached: it may recover. */
const FAULT_BELIEVED_MS = 600_000;
/** RFC 9309, section 2.5: at least so much is read; what comes after it does not count. */
const READ_BYTES = 512_000;
const REMEMBERED_ORIGINS = 500;

/** The product token that rules name us by. */
const PRODUCT = 'feedctl';

/** What the owner of a site asks robots not to read. Holds for pages, not for feeds. */
export interface RobotsRules {
  /**
   * @throws SourceError ROBOTS_DISALLOWED for an address the site asks not to read,
   *   SOURCE_UNREACHABLE when its rules cannot be read now.
   */
  check(address: string): Promise<void>;
  /** The same without words, for what can be done without. */
  allows(address: string): Promise<boolean>;
}

interface Rules {
  isDisallowed(url: string, product: string): boolean | undefined;
  getMatchingLineNumber(url: string, product: string): number;
}

/** The types of the package declare a `default` inside the default import that does not exist. */
const parseRobots = robotsParser as unknown as (address: string, text: string) => Rules;

/** What an origin said, and until when that holds. */
type Known = { until: number } & ({ rules: Rules } | { fault: ServiceError });

/** `ignoreRobots`: the operator answers for it. */
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
    // Somebody else may have asked again meanwhile.
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

/** What the site says now; a fault where it says nothing. */
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
  // Once a day, with the page: no wait of its own.
  const request = { accept: 'text/plain', anyStatus: true, isBurst: true };
  const { status, body, headers } = await fetcher.fetch(address, request);
  if (status >= 500 || status === 429) throw unreadable(address, `answered HTTP ${status}`);
  // RFC 9309, section 2.3.1.3: no rules to be had, nothing is disallowed.
  const isFound = status >= 200 && status < 300;
  const bytes = isFound ? body.bytes.subarray(0, READ_BYTES) : Buffer.alloc(0);
  // Its tables of every charset are a quarter of a megabyte, which feeds do without.
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

/** RFC 9309, section 2.3.1.4: while the rules are unknown, everything is disallowed. */
function unreadable(address: string, why: string, cause?: unknown): SourceError {
  return new SourceError(
    'SOURCE_UNREACHABLE',
    `${address} ${why}, so the pages that robots may read are unknown. Try again later.`,
    { cause },
  );
}
