/** Month names by language, full; the first three to five letters are recognised as well. */
const MONTHS = [
  'january janvier januar jänner enero janeiro gennaio januari styczeń stycznia января ocak',
  'february février februar feber febrero fevereiro febbraio februari luty lutego февраля şubat',
  'march mars märz marzo março maart marzec marca марта mart',
  'april avril abril aprile kwiecień kwietnia апреля nisan',
  'may mai mayo maio maggio mei maj maja мая mayıs',
  'june juin juni junio junho giugno czerwiec czerwca июня haziran',
  'july juillet juli julio julho luglio lipiec lipca июля temmuz',
  'august août agosto augustus augusti sierpień sierpnia августа ağustos',
  'september septembre septiembre setembro settembre wrzesień września сентября eylül',
  'october octobre oktober octubre outubro ottobre październik października октября ekim',
  'november novembre noviembre novembro listopad listopada ноября kasım',
  'december décembre dezember diciembre dezembro dicembre december grudzień grudnia декабря aralık',
].map((names) => names.split(' '));

/** Short forms that are not the beginning of a full name. */
const SHORT_MONTHS: Readonly<Record<string, number>> = { mrz: 3, mrt: 3, sept: 9, set: 9 };

const MONTH_NUMBERS = monthNumbers();

/** 1-12, or null for a word that is no month in a dozen languages. */
export function monthNumber(word: string): number | null {
  const name = word.toLowerCase();
  if (name.length < 3) return null;
  const short = SHORT_MONTHS[name];
  if (short !== undefined) return short;
  return MONTH_NUMBERS.get(name) ?? null;
}

/** Whether a word is an English month, in full or by its first letters: "March", "Mar", "Sept". */
export function isEnglishMonth(word: string): boolean {
  const name = word.toLowerCase();
  return name.length >= 3 && MONTHS.some(([english]) => english?.startsWith(name) === true);
}

/** By full name, then by the first three to five letters; where two months share one, the earlier. */
function monthNumbers(): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const length of [Number.POSITIVE_INFINITY, 3, 4, 5]) {
    for (const [index, names] of MONTHS.entries()) {
      for (const form of names.map((name) => name.slice(0, length))) {
        if (!numbers.has(form)) numbers.set(form, index + 1);
      }
    }
  }
  return numbers;
}

/** Zone abbreviations in hours from UTC. Where two places share one, the more published is meant. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ UT: 0, UTC: 0, GMT: 0, Z: 0, WET: 0, WEST: 1, BST: 1, IST: 5.5 },
  ...{ CET: 1, CEST: 2, MEZ: 1, MESZ: 2, MET: 1, MEST: 2, EET: 2, EEST: 3, SAST: 2, CAT: 2 },
  ...{ MSK: 3, TRT: 3, EAT: 3, WAT: 1, AST: -4, ADT: -3, NST: -3.5, NDT: -2.5 },
  ...{ EST: -5, EDT: -4, ET: -5, CST: -6, CDT: -5, CT: -6, MST: -7, MDT: -6, MT: -7 },
  ...{ PST: -8, PDT: -7, PT: -8, AKST: -9, AKDT: -8, HST: -10 },
  ...{ BRT: -3, BRST: -2, ART: -3, CLT: -4, CLST: -3, COT: -5, PET: -5, VET: -4 },
  ...{ GST: 4, PKT: 5, NPT: 5.75, ICT: 7, WIB: 7, SGT: 8, MYT: 8, HKT: 8, PHT: 8, AWST: 8 },
  ...{ JST: 9, KST: 9, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
};

/** Minutes from UTC, or null for a word that is no known zone. */
export function zoneOffset(word: string): number | null {
  const hours = Object.hasOwn(ZONES, word.toUpperCase()) ? ZONES[word.toUpperCase()] : undefined;
  return hours === undefined ? null : hours * 60;
}
