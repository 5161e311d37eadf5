/** Languages of many pages. If two share a word, the first of them wins. */
export const DATE_LANGUAGES = (
  'en de fr es it pt nl sv da nb fi is pl cs sk sl hr sr bs uk ru be bg ro hu el tr ca gl eu et lv lt id ms vi ' +
  'th ja zh zh-Hant ko ar fa ur he hi bn ta te ml mr gu af sq ka hy kk fil'
).split(' ');

/** The other languages that ICU has dates for. */
const OTHER_LANGUAGES = (
  'mk az az-Cyrl uz uz-Cyrl ky mn tg tk sr-Latn bs-Cyrl lb ga gd cy br fo fy nn nds rm fur sc ast oc eo ia mt kn pa ' +
  'or as ne si my km lo am ti om so sw zu xh st tn nso af rw rn lg ha ig yo wo ff ak ee ln mg sn ps ku ckb ug sd ks kok ' +
  'mai dsb hsb se smn tt ba ce os sah cv tyv jv su ceb mi haw to fo gv kw kl ksh gsw lij vec lmo szl pcm bo dz ii chr ' +
  'lkt qu yrl tok ie agq asa bas bem bez bm brx cgg dav dje doi dua dyo ebu ewo guz jgo jmc kab kam kde kea kgp khq ki ' +
  'kkj kln ksb ksf lag lrc lu luo luy mas mer mfe mgh mgo mni mua mzn naq nd nmg nnh nus nyn prg raj rof rwk sa sat saq ' +
  'sbp seh ses sg shi teo twq tzm vai vmw vun wae xog yav yi za zgh'
).split(' ');

/** All languages whose dates are understood. */
export const ALL_LANGUAGES: readonly string[] = [
  ...new Set([...DATE_LANGUAGES, ...OTHER_LANGUAGES]),
];

const MAJOR = new Set(DATE_LANGUAGES);
const KNOWN = new Set(ALL_LANGUAGES.map((tag) => tag.toLowerCase().split('-')[0]));

/** True if many pages are written in a language. */
export function isMajorLanguage(tag: string): boolean {
  return MAJOR.has(tag);
}

/** The supported language of a BCP 47 tag; English for any other. */
export function knownLanguage(language: string | null): string {
  const tag = language?.trim().toLowerCase().replace('_', '-') ?? '';
  if (/^zh-(?:hant|tw|hk|mo)/.test(tag)) return 'zh-Hant';
  const primary = tag.split('-')[0] ?? '';
  if (primary === 'no') return 'nb';
  return KNOWN.has(primary) ? primary : 'en';
}

/** The entries of ALL_LANGUAGES with one primary language: `sr` and `sr-Latn`. */
export function scriptsOf(language: string): string[] {
  if (language.startsWith('zh')) return [language];
  return ALL_LANGUAGES.filter((tag) => tag === language || tag.startsWith(`${language}-`));
}
