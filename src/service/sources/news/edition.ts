import type { Region } from '../../../contract/index.js';

/** Names of an edition at a news service: the language, and the locale of the interface. */
export interface Edition {
  country: string;
  /** Language, such as `en`, or an irregular name of the service, such as `pt-419`. */
  language: string;
  /** Language and country as one tag: `en-US`. */
  locale: string;
}

/** Spanish-speaking countries whose Google edition is Latin American Spanish (UN M.49 area 419). */
const LATIN_AMERICAN = new Set([
  ...['AR', 'BO', 'CL', 'CO', 'CR', 'CU', 'DO', 'EC', 'GT', 'HN'],
  ...['MX', 'NI', 'PA', 'PE', 'PR', 'PY', 'SV', 'US', 'UY', 'VE'],
]);

/** Irregular languages of Google News editions; keys are `CC:language` as in its `ceid`. */
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

/**
 * Google's `hl`: the area for Spanish, the country if it distinguishes variants, otherwise only the
 * language.
 */
function googleLocale(base: string, edition: string, country: string): string {
  if (edition === 'es-419') return edition;
  return ['en', 'fr', 'nl', 'pt', 'zh'].includes(base) ? `${base}-${country}` : edition;
}

/** The edition at any other service: plain ISO 639 and BCP 47. */
export function plainEdition({ country, language }: Region): Edition {
  const base = language.split('-')[0] ?? language;
  return { country, language: base, locale: `${base}-${country}` };
}
