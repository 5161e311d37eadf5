import { resolveAddress } from '../page/address.js';
import type { FollowUpFetch } from '../page/follow-up.js';
import { asList, asText, isJsonObject, parseLooseJson } from '../page/json.js';
import { iconScore, type PageMetadata } from './metadata.js';

/**
 * The result of the last icon search; stored with the rule so that sites without an icon are not
 * requested daily.
 */
interface IconMemory {
  /** Address of the icon; "" if there is none. */
  url: string;
  /** Time of the search, in milliseconds since the epoch. */
  checkedAt: number;
}

/** Time for which the result "there is no icon" is reused, in milliseconds. */
const REMEMBERED_MS = 7 * 86_400_000;

/**
 * Finds the icon of a page: links in its head, else its manifest, else `/favicon.ico` if there is
 * one. Only the last two send requests, at most one each.
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
  // Some sites return their error page with status 200.
  return /^\s*</.test(answer.body) || /text\/html/.test(answer.contentType) ? null : address;
}
