import type { RenderStep } from '../../contract/index.js';
import { type Clock, systemClock } from '../core/time.js';
import { Body } from '../fetch/body.js';
import { httpFailure } from '../fetch/http-failure.js';
import {
  type AddressPolicy,
  addressPolicy,
  blocked,
  botWall,
  type RequestAccess,
  type Resolver,
  SourceError,
} from '../fetch/index.js';
import { outgoingUrl, userAgent } from '../fetch/outgoing-url.js';
import { RateGate, type SharedRateLimit } from '../fetch/rate-gate.js';
import { systemResolver } from '../fetch/vetted-connector.js';
import { cancelled } from './launch.js';
import { RENDER_LIMITS, type RenderLimits } from './limits.js';
import type { ProxyTicket } from './proxy/proxy-ticket.js';
import { createUpstream } from './proxy/upstream.js';
import { type RunningBrowser, SharedBrowser } from './shared-browser.js';
import { type VisitedPage, type VisitTrace, visit } from './visit.js';
import { watchProcesses } from './watch-processes.js';

export interface RendererOptions {
  /** `browser`: path of a Chromium, or address of a running one. */
  browserPath: string;
  /** Starts the browser without its sandbox, because something else isolates it. */
  noSandbox?: boolean;
  /** `allowPrivateNetworks` */
  allowPrivateNetworks?: boolean;
  /** `fetchProxy` */
  fetchProxy?: string | undefined;
  /** `hostConcurrency` and `hostIntervalMs` (ms), as for fetches. */
  hostConcurrency?: number | undefined;
  hostIntervalMs?: number | undefined;
  /** Rate limit shared by several processes; omitted with a single process. */
  sharedRateLimit?: SharedRateLimit | undefined;
  /** Public address of the instance, sent to every site in the User-Agent. */
  publicUrl?: string | undefined;
  clock?: Clock;
  resolve?: Resolver;
  /** Replaces the policy derived from `allowPrivateNetworks`. */
  policy?: AddressPolicy;
  limits?: Partial<RenderLimits>;
}

interface RenderedPage {
  /** Final address, after redirects and scripts. */
  url: string;
  /** The document after its scripts have run; at most 4 MB. */
  html: string;
}

interface RenderOptions {
  signal?: AbortSignal | undefined;
  /** Headers, credentials and proxy of the feed's source. */
  access?: RequestAccess | undefined;
  /** Steps before the page is read. */
  steps?: readonly RenderStep[] | undefined;
}

/** Additional time of a page for each step, in milliseconds. */
const STEP_MS = 5000;

/** Renders pages that are empty without JavaScript in the operator's browser. */
export interface Renderer {
  /**
   * Waits for a slot, then renders within 15 seconds.
   * @throws SourceError with a SOURCE_… code, or NEEDS_JAVASCRIPT when the browser cannot be
   * started; the reason of `signal` when that was aborted
   */
  render(url: string, options?: RenderOptions): Promise<RenderedPage>;
  /** Closes the browser; resolves when its process has ended. */
  close(): Promise<void>;
}

/** A renderer whose browser starts with the first page. */
export function createRenderer(options: RendererOptions): Renderer {
  const { allowPrivateNetworks = false, browserPath, noSandbox = false, fetchProxy } = options;
  const limits = { ...RENDER_LIMITS, ...options.limits };
  const upstream = {
    policy: options.policy ?? addressPolicy({ allowPrivateNetworks }),
    resolve: options.resolve ?? systemResolver,
    fetchProxy,
  };
  const { startMs, idleMs } = limits;
  const shared = new SharedBrowser({ browserPath, noSandbox, startMs, idleMs, upstream });
  const clock = options.clock ?? systemClock;
  const gate = new RateGate({
    clock,
    hostConcurrency: options.hostConcurrency,
    hostIntervalMs: options.hostIntervalMs,
    sharedRateLimit: options.sharedRateLimit,
    globalConcurrency: limits.pagesAtOnce,
  });
  return { render, close: () => shared.close() };

  async function render(address: string, options: RenderOptions = {}): Promise<RenderedPage> {
    const { signal } = options;
    const { href: url, hostname } = outgoingUrl(address);
    const leave = await gate.enter(hostname, signal);
    try {
      return await shared.use((running) => renderOne(running, url, options));
    } finally {
      leave();
    }
  }

  async function renderOne(
    running: RunningBrowser,
    url: string,
    { signal, access, steps = [] }: RenderOptions,
  ): Promise<RenderedPage> {
    const { browser, proxy } = running;
    const feedProxy = access?.proxy ?? null;
    const own = feedProxy === null ? null : createUpstream({ ...upstream, fetchProxy: feedProxy });
    const ticket = proxy.admit(limits, new URL(url).host, own);
    const pageMs = limits.pageMs + steps.length * STEP_MS;
    const timeout = AbortSignal.timeout(pageMs);
    const ends = [timeout, ticket.signal, ...(signal === undefined ? [] : [signal])];
    const trace: VisitTrace = { documentUrl: null, crashed: false };
    const name = `${browserName(browser.version())} ${userAgent(options.publicUrl)}`;
    const ended = AbortSignal.any(ends);
    void endCostly(running, ticket, limits);
    try {
      const visited = await Promise.race([
        visit(
          running,
          {
            url,
            ticket,
            proxyOrigin: proxy.origin,
            userAgent: name,
            limits,
            signal: ended,
            access,
            steps,
          },
          trace,
        ),
        cancelled(ended),
      ]);
      return checked(visited, ticket, { trace, clock });
    } catch (error) {
      signal?.throwIfAborted();
      throw explainFailure(error, { url, trace, ticket, timedOut: timeout.aborted, pageMs });
    } finally {
      ticket.close();
      await own?.close();
    }
  }
}

/**
 * Ends a page that makes the browser exceed its limits, together with the browser, which takes
 * seconds to close while the page continues. If several pages are open, each is ended.
 */
async function endCostly(
  { pid, kill }: RunningBrowser,
  ticket: ProxyTicket,
  limits: RenderLimits,
): Promise<void> {
  if (pid === undefined) return;
  const what = await watchProcesses(pid, limits, ticket.signal);
  if (what === null) return;
  ticket.exceed(what);
  kill();
}

/** Headers that sites use to serve different documents to different browsers. */
function browserName(version: string): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
}

/** Checks a rendered page by the rules of fetched ones: no error pages, no bot challenges. */
function checked(
  { url: shown, html, status, headers }: VisitedPage,
  ticket: ProxyTicket,
  { trace, clock }: { trace: VisitTrace; clock: Clock },
): RenderedPage {
  // A page that navigated to a target that the proxy refuses shows an error page of the browser.
  const isPage = /^https?:/.test(shown);
  const url = isPage ? shown : (trace.documentUrl ?? shown);
  const refusal = isPage && status !== 502 ? undefined : ticket.failureOf(url);
  if (refusal !== undefined) throw refusal;
  if (!isPage) throw new SourceError('SOURCE_UNREACHABLE', `${url} could not be rendered.`);
  if (status >= 400) {
    const answer = { requestedUrl: url, permanentUrl: null, notModified: false };
    throw httpFailure(
      { ...answer, url, status, headers, body: new Body([Buffer.from(html)]) },
      clock.now(),
    );
  }
  const { host } = outgoingUrl(url);
  const vendor = botWall(headers, html);
  if (vendor !== null) throw blocked(host, vendor, { httpStatus: status });
  return { url, html };
}

interface Circumstances {
  url: string;
  trace: VisitTrace;
  ticket: ProxyTicket;
  timedOut: boolean;
  pageMs: number;
}

/** Converts errors of playwright, which are for developers, into errors of the source. */
function explainFailure(error: unknown, circumstances: Circumstances): SourceError {
  const { url, trace, ticket, timedOut, pageMs } = circumstances;
  const { host } = new URL(url);
  const limit: unknown = ticket.signal.reason;
  if (limit instanceof SourceError) return limit;
  if (error instanceof SourceError) return error;
  const refusal = ticket.failureOf(trace.documentUrl ?? url);
  if (refusal !== undefined) return refusal;
  const unreachable = (message: string) =>
    new SourceError('SOURCE_UNREACHABLE', message, { cause: error });
  if (timedOut) {
    return unreachable(`${url} was not rendered within ${pageMs / 1000} s. Try again later.`);
  }
  const text = error instanceof Error ? error.message : '';
  if (/Download is starting/.test(text)) {
    return new SourceError('SOURCE_INVALID', `${url} is a download, not a page.`, { cause: error });
  }
  if (trace.crashed || /has been closed|Target crashed|Connection closed/.test(text)) {
    return unreachable(
      `The browser crashed while rendering ${url}. The page may need more memory than it gets.`,
    );
  }
  const code = /net::(ERR_[A-Z_]+)/.exec(text)?.[1];
  if (code?.startsWith('ERR_CERT') || code?.startsWith('ERR_SSL')) {
    return unreachable(`The secure connection to ${host} failed (${code}).`);
  }
  return unreachable(`${url} could not be rendered${code === undefined ? '' : ` (${code})`}.`);
}

export { RENDER_LIMITS, type RenderLimits } from './limits.js';
