import type { Fetcher } from '../../fetch/index.js';

/** Maximum time for all sheets of a page, in milliseconds: the page is shown without later ones. */
const TIMEOUT_MS = 5_000;
/** Maximum size of one sheet, and of all. */
const MAX_BYTES = 1_000_000;
const MAX_TOTAL_BYTES = 2_000_000;
/** Number of sheets that are fetched concurrently. */
const CONCURRENCY = 4;

/** Fetches the style sheets of a page as a browser does; those that fail are left out. */
export async function readSheets(
  fetcher: Pick<Fetcher, 'fetch'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const texts = new Map<string, string>();
  const waiting = [...addresses];
  let left = MAX_TOTAL_BYTES;
  const fetchInTurn = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const decodedBytes = Math.min(left, MAX_BYTES);
      if (decodedBytes <= 0 || signal.aborted) return;
      try {
        const wanted = { accept: 'text/css', decodedBytes, signal, isBurst: true };
        const { body, headers } = await fetcher.fetch(address, wanted);
        // An error page is not a sheet.
        if (!/^text\/(?:css|plain)\b/i.test(headers['content-type'] ?? 'text/css')) continue;
        // Concurrent sheets may have used the space.
        if (body.length > left) continue;
        left -= body.length;
        texts.set(address, body.bytes.toString('utf8'));
      } catch {
        // A sheet that fails is left out.
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchInTurn));
  return texts;
}
