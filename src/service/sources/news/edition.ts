import type { Region } from '../../../contract/index.js';

/** How an upstream names an edition: the language alone, and the locale of the interface. */
export interface Edition {
  country: string;
  /** `en`, or what the upstream calls the edition where that is irregular, such as `pt-419`. */
  language: string;
  /** `en-US`: language and country as one tag. */
  locale: string;
}

/** Spanish-speaking countries whose Google edition is Latin American Spanish (UN M.49 area 419). */
const LATIN_AMERICAN = new Set([
  ...['AR', 'BO', 'CL', 'CO', 'CR', 'CU', 'DO', 'EC', 'GT', 'HN'],
  ...['MX', 'NI', 'PA', 'PE', 'PR', 'PY', 'SV', 'US', 'UY', 'VE'],
]);

/** Editions of Google News whose language is not the plain one; `CC:language` as in its `ceid`. */
const IRREGULAR: Readonly<Record<string, string>> = {
  'BR:pt': 'pt-419',
  'PT:pt': 'pt-150',
  'CN:zh': 'zh-Hans',
  'SG:zh': 'zh-Hans',
  'TW:zh': 'zh-Hant',
  'HK:zh': 'zh-Hant',
  'MO:zh': 'zh-Hant',
  'NO:nb': 'no',
  'NO:nn': 'no',
};

/** Google's `hl`, `gl` and `ceid` of a region. */
export function googleEdition({ country, language }: Region): Edition {
  const base = language.split('-')[0] ?? language;
  const latin = base === 'es' && LATIN_AMERICAN.has(country);
  const edition = latin ? 'es-419' : (IRREGULAR[`${country}:${base}`] ?? base);
  return { country, language: edition, locale: googleLocale(base, edition, country) };
}

/** `hl` takes the area for Spanish, the country where it tells variants apart, else nothing more. */
function googleLocale(base: string, edition: string, country: string): string {
  if (edition === 'es-419') return edition;
  return ['en', 'fr', 'nl', 'pt', 'zh'].includes(base) ? `${base}-${country}` : edition;
}

/** Any other upstream: plain ISO 639 and BCP 47. */
export function plainEdition({ country, language }: Region): Edition {
  const base = language.split('-')[0] ?? language;
  return { country, language: base, locale: `${base}-${country}` };
}
