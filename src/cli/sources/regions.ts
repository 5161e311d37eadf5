/** Editions of news services, as suggestions. Any other country and language is accepted, too. */
const EDITIONS = `
  US:en US:es GB:en CA:en CA:fr AU:en NZ:en IE:en IN:en IN:hi IN:bn IN:ta IN:te IN:ml IN:mr IN:gu
  IN:kn IN:pa SG:en MY:en MY:ms PH:en PK:en BD:bn ZA:en NG:en KE:en GH:en TZ:en UG:en ZW:en BW:en
  NA:en ET:en DE:de AT:de CH:de CH:fr CH:it FR:fr BE:fr BE:nl NL:nl IT:it ES:es PT:pt-PT BR:pt-BR
  MX:es AR:es CL:es CO:es PE:es VE:es CU:es MA:fr SN:fr SE:sv NO:no DK:da FI:fi PL:pl CZ:cs SK:sk
  HU:hu RO:ro BG:bg GR:el RS:sr SI:sl LT:lt LV:lv EE:et UA:uk UA:ru RU:ru TR:tr IL:he IL:en AE:ar
  EG:ar LB:ar SA:ar JP:ja KR:ko CN:zh-Hans TW:zh-Hant HK:zh-Hant TH:th VN:vi ID:id ID:en`;

export interface Edition {
  /** `US:en` */
  region: string;
  /** `United States, English` */
  name: string;
}

/** The editions with the names by which people search them. */
export function editions(): Edition[] {
  const countries = new Intl.DisplayNames('en', { type: 'region' });
  const languages = new Intl.DisplayNames('en', { type: 'language' });
  return EDITIONS.trim()
    .split(/\s+/)
    .map((region) => {
      const [country = '', language = ''] = region.split(':');
      return { region, name: `${countries.of(country)}, ${languages.of(language)}` };
    });
}
