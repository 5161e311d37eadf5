/**
 * Known editions of news services, as suggestions. Any other country and language is accepted
 * too. A static list, because asking ICU for ninety names is too slow for completion.
 */
const EDITIONS = `
US:en United States, English
US:es United States, Spanish
GB:en United Kingdom, English
CA:en Canada, English
CA:fr Canada, French
AU:en Australia, English
NZ:en New Zealand, English
IE:en Ireland, English
IN:en India, English
IN:hi India, Hindi
IN:bn India, Bangla
IN:ta India, Tamil
IN:te India, Telugu
IN:ml India, Malayalam
IN:mr India, Marathi
IN:gu India, Gujarati
IN:kn India, Kannada
IN:pa India, Punjabi
SG:en Singapore, English
MY:en Malaysia, English
MY:ms Malaysia, Malay
PH:en Philippines, English
PK:en Pakistan, English
BD:bn Bangladesh, Bangla
ZA:en South Africa, English
NG:en Nigeria, English
KE:en Kenya, English
GH:en Ghana, English
TZ:en Tanzania, English
UG:en Uganda, English
ZW:en Zimbabwe, English
BW:en Botswana, English
NA:en Namibia, English
ET:en Ethiopia, English
DE:de Germany, German
AT:de Austria, German
CH:de Switzerland, German
CH:fr Switzerland, French
CH:it Switzerland, Italian
FR:fr France, French
BE:fr Belgium, French
BE:nl Belgium, Dutch
NL:nl Netherlands, Dutch
IT:it Italy, Italian
ES:es Spain, Spanish
PT:pt-PT Portugal, European Portuguese
BR:pt-BR Brazil, Brazilian Portuguese
MX:es Mexico, Spanish
AR:es Argentina, Spanish
CL:es Chile, Spanish
CO:es Colombia, Spanish
PE:es Peru, Spanish
VE:es Venezuela, Spanish
CU:es Cuba, Spanish
MA:fr Morocco, French
SN:fr Senegal, French
SE:sv Sweden, Swedish
NO:no Norway, Norwegian
DK:da Denmark, Danish
FI:fi Finland, Finnish
PL:pl Poland, Polish
CZ:cs Czechia, Czech
SK:sk Slovakia, Slovak
HU:hu Hungary, Hungarian
RO:ro Romania, Romanian
BG:bg Bulgaria, Bulgarian
GR:el Greece, Greek
RS:sr Serbia, Serbian
SI:sl Slovenia, Slovenian
LT:lt Lithuania, Lithuanian
LV:lv Latvia, Latvian
EE:et Estonia, Estonian
UA:uk Ukraine, Ukrainian
UA:ru Ukraine, Russian
RU:ru Russia, Russian
TR:tr Türkiye, Turkish
IL:he Israel, Hebrew
IL:en Israel, English
AE:ar United Arab Emirates, Arabic
EG:ar Egypt, Arabic
LB:ar Lebanon, Arabic
SA:ar Saudi Arabia, Arabic
JP:ja Japan, Japanese
KR:ko South Korea, Korean
CN:zh-Hans China, Simplified Chinese
TW:zh-Hant Taiwan, Traditional Chinese
HK:zh-Hant Hong Kong SAR China, Traditional Chinese
TH:th Thailand, Thai
VN:vi Vietnam, Vietnamese
ID:id Indonesia, Indonesian
ID:en Indonesia, English
`;

export interface Edition {
  /** `US:en` */
  region: string;
  /** `United States, English` */
  name: string;
}

/** The editions with names that people search by. */
export function editions(): Edition[] {
  return EDITIONS.trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      return { region: line.slice(0, space), name: line.slice(space + 1) };
    });
}
