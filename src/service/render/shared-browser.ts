import { connectBrowser, isBrowserAddress } from './connect.js';
import {
  killOnTimeout,
  type LaunchedBrowser,
  type LaunchOptions,
  launchBrowser,
} from './launch.js';
import { createUpstream, type UpstreamOptions } from './proxy/upstream.js';
import { VettingProxy } from './proxy/vetting-proxy.js';

/** A running browser and its proxy. */
export interface RunningBrowser extends LaunchedBrowser {
  proxy: VettingProxy;
}

interface SharedBrowserOptions extends Omit<LaunchOptions, 'proxyOrigin'> {
  upstream: UpstreamOptions;
  idleMs: number;
}

/** One browser for all pages: started on first use, closed when idle. */
export class SharedBrowser {
  readonly #options: SharedBrowserOptions;
  readonly #ending = new Set<Promise<void>>();
  #running: Promise<RunningBrowser> | undefined;
  #users = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SharedBrowserOptions) {
    this.#options = options;
  }

  /** Runs `work` with the browser. @throws SourceError NEEDS_JAVASCRIPT if it cannot be started */
  async use<T>(work: (running: RunningBrowser) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The renderer is closed.');
    clearTimeout(this.#idle);
    this.#users += 1;
    try {
      return await work(await this.#current());
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#closeWhenIdle();
    }
  }

  /** Closes the browser and waits until its process has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#end(this.#running);
    await Promise.all(this.#ending);
  }

  #current(): Promise<RunningBrowser> {
    if (this.#running !== undefined) return this.#running;
    // It ended or never started: the next page starts another one.
    const forget = () => this.#end(starting);
    const starting = this.#start(forget);
    this.#running = starting;
    starting.then(({ browser }) => browser.once('disconnected', forget), forget);
    return starting;
  }

  async #start(onKill: () => void): Promise<RunningBrowser> {
    const { upstream, ...launch } = this.#options;
    const proxy = await VettingProxy.start(createUpstream(upstream));
    try {
      const { browser, pid, kill } = await openBrowser(launch, proxy);
      const killForGood = () => {
        kill();
        onKill();
      };
      return { browser, pid, kill: killForGood, proxy };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }

  #closeWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(this.#running), this.#options.idleMs);
    this.#idle.unref();
  }

  /** Retires a browser, so that the next page starts another one. */
  #end(running: Promise<RunningBrowser> | undefined): void {
    if (running === undefined || running !== this.#running) return;
    this.#running = undefined;
    const ending = running.then(stop, () => undefined);
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }
}

function openBrowser(
  options: Omit<LaunchOptions, 'proxyOrigin'>,
  proxy: VettingProxy,
): Promise<LaunchedBrowser> {
  const { browserPath: address, startMs } = options;
  if (isBrowserAddress(address)) return connectBrowser({ address, proxy, startMs });
  return launchBrowser({ ...options, proxyOrigin: proxy.origin });
}

async function stop({ browser, kill, proxy }: RunningBrowser): Promise<void> {
  await proxy.close();
  await killOnTimeout(browser.close(), kill);
}
