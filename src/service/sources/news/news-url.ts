import type { Region } from '../../../contract/index.js';
import { googleEdition, plainEdition } from './edition.js';

/** Default of `newsUrl`: the RSS search of Google News. */
export const GOOGLE_NEWS_URL =
  'https://news.google.com/rss/search?q={query}&hl={locale}&gl={country}&ceid={country}:{language}';

/**
 * Fills `newsUrl`. Placeholders: `{query}`, `{language}`, `{country}` and, optionally, `{locale}`.
 * Google gets its irregular edition names.
 */
export function newsUrl(template: string, query: string, region: Region): string {
  const edition = isGoogle(template) ? googleEdition(region) : plainEdition(region);
  const values: Readonly<Record<string, string>> = { query, ...edition };
  const filled = template.replace(/\{(query|language|country|locale)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return new URL(filled).href;
}

function isGoogle(template: string): boolean {
  return /^https?:\/\/news\.google\.[a-z.]+\//.test(template);
}
