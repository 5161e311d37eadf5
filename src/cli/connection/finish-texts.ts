import type { Service } from './embedded.js';

/**
 * Fetches the full texts of items that were stored without them, unless a live `serve` does so.
 *
 * @param options.withinMs the rest is fetched by the next command that fetches feeds
 * @returns how many feeds still have texts to fetch
 */
export async function finishTexts(
  service: Service,
  { withinMs, signal }: { withinMs: number; signal: AbortSignal },
): Promise<number> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  const refresher = await service.http.refresher();
  return refresher.drainTexts(until);
}
