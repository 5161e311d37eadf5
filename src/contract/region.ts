/** A news edition: ISO 3166 country and BCP 47 language, written `CC:lang` on the wire. */
export interface Region {
  country: string;
  language: string;
}

export const DEFAULT_REGION = 'US:en';

/** ICU codes that are no countries with news. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);

/**
 * Reads `US:en`, `us`, `en-US` or `BR:pt-419`; null if the country or the language is unknown. The
 * tables are those of ICU, which every Node has.
 */
export function parseRegion(text: string): Region | null {
  const value = text.trim();
  const pair = /^([a-z]{2}):([a-z]{2,3}(?:-[a-z0-9]{2,8})*)$/i.exec(value);
  if (pair?.[1] && pair[2]) return knownRegion(pair[1], pair[2]);
  if (/^[a-z]{2}$/i.test(value)) return knownRegion(value, likelyLanguage(value));
  const locale = /^([a-z]{2,3}(?:-[a-z]{4})?)-([a-z]{2})$/i.exec(value);
  if (locale?.[1] && locale[2]) return knownRegion(locale[2], locale[1]);
  return null;
}

/** The canonical form `CC:lang`. */
export function formatRegion(region: Region): string {
  return `${region.country}:${region.language}`;
}

function knownRegion(country: string, language: string): Region | null {
  // ICU resolves aliases: UK is GB, and former countries are their successors.
  const code = new Intl.Locale(`und-${country}`).region ?? '';
  const tag = canonicalLanguage(language);
  if (tag === null || NOT_COUNTRIES.has(code) || !hasName('region', code)) return null;
  return { country: code, language: tag };
}

function canonicalLanguage(language: string): string | null {
  try {
    const tag = Intl.getCanonicalLocales(language)[0];
    return tag !== undefined && hasName('language', tag) ? tag : null;
  } catch {
    return null;
  }
}

function hasName(type: 'region' | 'language', code: string): boolean {
  return new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code) !== undefined;
}

function likelyLanguage(country: string): string {
  return new Intl.Locale(`und-${country}`).maximize().language;
}
