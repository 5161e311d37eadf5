import { systemClock } from '../core/clock.js';
import { createFetcher, type Fetcher, type FetcherOptions } from '../fetch/index.js';
import { createRenderer, type Renderer } from '../render/renderer.js';
import type { PageSearch } from './reading-options.js';
import { createRobotsRules, ignoredRobots } from './robots/robots-rules.js';

export interface SourceReaderOptions extends FetcherOptions {
  /** A fetcher to share, which is then not closed with the reader; else one of its own is made. */
  fetcher?: Fetcher;
  /** FEEDCTL_BROWSER: path of a Chromium, for pages that are empty without JavaScript. */
  browser?: string;
  /** FEEDCTL_BROWSER_NO_SANDBOX */
  browserNoSandbox?: boolean;
  /** FEEDCTL_IGNORE_ROBOTS: pages are read whatever robots.txt asks. */
  ignoreRobots?: boolean;
}

/** Everything that addresses are read with, put together once and closed together. */
export function openPageSearch(
  options: SourceReaderOptions,
): PageSearch & { close(): Promise<void> } {
  const fetcher = options.fetcher ?? createFetcher(options);
  const clock = options.clock ?? systemClock;
  const robots = options.ignoreRobots ? ignoredRobots : createRobotsRules({ fetcher, clock });
  const renderer = rendererOf(options);
  return {
    fetcher,
    clock,
    robots,
    renderer,
    async close() {
      await renderer?.close();
      if (options.fetcher === undefined) await fetcher.close();
    },
  };
}

function rendererOf({
  browser,
  browserNoSandbox,
  ...others
}: SourceReaderOptions): Renderer | null {
  if (browser === undefined) return null;
  const { limits: _, ...shared } = others;
  return createRenderer({ ...shared, browserPath: browser, noSandbox: browserNoSandbox === true });
}
