/**
 * Zone abbreviations of feeds and news sites, in hours from UTC. Of two zones with one
 * abbreviation, the one with more readers is meant.
 */
const ZONES: Readonly<Record<string, number>> = {
  ...{ UT: 0, UTC: 0, GMT: 0, Z: 0, WET: 0, WEST: 1, BST: 1, IST: 5.5 },
  ...{ CET: 1, CEST: 2, MEZ: 1, MESZ: 2, MET: 1, MEST: 2, EET: 2, EEST: 3, SAST: 2, CAT: 2 },
  ...{ MSK: 3, МСК: 3, TRT: 3, EAT: 3, WAT: 1, AST: -4, ADT: -3, NST: -3.5, NDT: -2.5 },
  ...{ EST: -5, EDT: -4, ET: -5, CST: -6, CDT: -5, CT: -6, MST: -7, MDT: -6, MT: -7 },
  ...{ PST: -8, PDT: -7, PT: -8, AKST: -9, AKDT: -8, HST: -10 },
  ...{ BRT: -3, BRST: -2, ART: -3, CLT: -4, CLST: -3, COT: -5, PET: -5, VET: -4 },
  ...{ GST: 4, PKT: 5, NPT: 5.75, ICT: 7, WIB: 7, SGT: 8, MYT: 8, HKT: 8, PHT: 8, AWST: 8 },
  ...{ JST: 9, KST: 9, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
};

/** Abbreviations that are words as well: "at 10:00 eat out". */
const WORDS = new Set(['CAT', 'COT', 'EAT', 'MET', 'PET', 'VET', 'WAT', 'WEST', 'UT', 'CT', 'MT']);

/** Minutes from UTC of a zone abbreviation in any case; null if it is unknown. */
export function zoneOffset(word: string): number | null {
  const name = word.toUpperCase();
  const hours = Object.hasOwn(ZONES, name) ? ZONES[name] : undefined;
  return hours === undefined ? null : hours * 60;
}

const FORMATS = new Map<string, Intl.DateTimeFormat | null>();
/**
 * Maximum number of cached formats: feeds and browsers choose zones, and making a format takes
 * longer than a hundred uses.
 */
const MAX_FORMATS = 100;

/**
 * Minutes from UTC in a region of the tz database; null for an unknown region. @param local
 * milliseconds since the epoch, if the local time were UTC
 */
export function regionOffset(region: string, local: number): number | null {
  // Computed twice: near a change of the clock the first result may be from the other side of it.
  const about = offsetIn(region, local);
  return about === null ? null : offsetIn(region, local - about * 60_000);
}

/**
 * Minutes by which the clocks of a region are ahead of UTC; null for an unknown region. @param at
 * milliseconds since the epoch
 */
export function offsetIn(region: string, at: number): number | null {
  const known = FORMATS.get(region);
  const format = known === undefined ? zoneFormat(region) : known;
  if (known === undefined) {
    if (FORMATS.size >= MAX_FORMATS) FORMATS.clear();
    FORMATS.set(region, format);
  }
  return format === null ? null : offsetAt(format, at);
}

function zoneFormat(region: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: region, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

/** Parses "11/24/2026, GMT-05:00". */
function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** As `zoneOffset`, for running text: abbreviations that are words do not count. */
export function zoneOffsetInText(word: string): number | null {
  return WORDS.has(word.toUpperCase()) ? null : zoneOffset(word);
}
