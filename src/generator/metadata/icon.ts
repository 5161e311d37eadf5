import { resolveAddress } from '../page/address.js';
import type { FollowUpFetch } from '../page/follow-up.js';
import { asList, asText, isJsonObject, parseLooseJson } from '../page/json.js';
import { iconScore, type PageMetadata } from './metadata.js';

/** What looking for an icon gave; kept with the rule so that a site without one is not asked daily. */
interface IconMemory {
  /** "" when there is none. */
  url: string;
  /** Milliseconds since the epoch. */
  checkedAt: number;
}

/** How long the answer "there is no icon" is believed. */
const REMEMBERED_MS = 7 * 86_400_000;

/**
 * The icon of a page: links in its head, else its manifest, else `/favicon.ico` if there is one.
 * Only the last two make requests, one each at most.
 */
export async function findIcon(
  metadata: PageMetadata,
  pageUrl: string,
  now: number,
  known: IconMemory | null,
  fetch: FollowUpFetch | null,
): Promise<IconMemory | null> {
  const [inHead] = metadata.icons;
  if (inHead !== undefined) return { url: inHead, checkedAt: now };
  if (known !== null && now - known.checkedAt < REMEMBERED_MS) return known;
  if (fetch === null) return known;
  const url =
    (await manifestIcon(metadata.manifest, fetch)) ?? (await favicon(pageUrl, fetch)) ?? '';
  return { url, checkedAt: now };
}

async function manifestIcon(manifest: string | null, fetch: FollowUpFetch): Promise<string | null> {
  if (manifest === null) return null;
  const answer = await fetch(manifest);
  if (answer?.status !== 200) return null;
  const value = parseLooseJson(answer.body);
  const icons = isJsonObject(value) ? asList(value.icons) : [];
  const scored = icons.filter(isJsonObject).flatMap((icon) => {
    const src = asText(icon.src);
    const address = resolveAddress(src, manifest);
    if (address === null) return [];
    const size = Number(/\d+/.exec(asText(icon.sizes))?.[0] ?? 0);
    return [{ address, score: iconScore(size, /svg/.test(`${asText(icon.type)} ${src}`)) }];
  });
  return scored.sort((a, b) => b.score - a.score)[0]?.address ?? null;
}

async function favicon(pageUrl: string, fetch: FollowUpFetch): Promise<string | null> {
  const address = new URL('/favicon.ico', pageUrl).href;
  const answer = await fetch(address);
  if (answer?.status !== 200 || answer.body === '') return null;
  // Sites answer with their error page and status 200.
  return /^\s*</.test(answer.body) || /text\/html/.test(answer.contentType) ? null : address;
}
