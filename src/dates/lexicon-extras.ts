export type RelativeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A distance into the past without a number, such as "yesterday". */
export interface NamedDistance {
  unit: RelativeUnit;
  amount: number;
  /** True for the name of a day ("yesterday"), false for a distance ("a day ago"). */
  named: boolean;
  /** True if it must be the whole text: "hour ago" is also the end of "half an hour ago". */
  whole: boolean;
}

/** Words around a distance that put it into the past: "il y a …", "… ago", "för … sedan". */
export interface PastMarker {
  before: readonly string[];
  after: readonly string[];
}

/** Spellings that sites use and ICU does not. */
export const EXTRA_MONTHS: ReadonlyMap<string, number> = new Map([
  ['sept', 9],
  ['janv', 1],
  ['févr', 2],
  ['fevr', 2],
  ['fevrier', 2],
  ['avr', 4],
  ['juil', 7],
  ['aout', 8],
  ['decembre', 12],
  ['jänner', 1],
  ['jän', 1],
  ['feber', 2],
  ['mär', 3],
  ['maerz', 3],
  ['mrz', 3],
  ['setiembre', 9],
  ['set', 9],
  ['gen', 1],
  ['mag', 5],
  ['giu', 6],
  ['lug', 7],
  ['ago', 8],
  ['ott', 10],
  ['dic', 12],
  ['сент', 9],
  ['нояб', 11],
  ['كانون الثاني', 1],
  ['شباط', 2],
  ['آذار', 3],
  ['نيسان', 4],
  ['أيار', 5],
  ['حزيران', 6],
  ['تموز', 7],
  ['آب', 8],
  ['أيلول', 9],
  ['جانفي', 1],
  ['فيفري', 2],
  ['أفريل', 4],
  ['جوان', 6],
  ['جويلية', 7],
  ['أوت', 8],
  ['فروری', 2],
  ['जनवरी', 1],
  ['दिसम्बर', 12],
  ['सितम्बर', 9],
  ['नवम्बर', 11],
  ['জানুয়ারী', 1],
  ['ফেব্রুয়ারী', 2],
  ['čer', 6],
  ['tháng một', 1],
  ['tháng hai', 2],
  ['tháng ba', 3],
  ['tháng tư', 4],
  ['tháng năm', 5],
  ['tháng sáu', 6],
  ['tháng bảy', 7],
  ['tháng tám', 8],
  ['tháng chín', 9],
  ['tháng mười', 10],
  ['tháng mười một', 11],
  ['tháng mười hai', 12],
]);

/** Words of a language in addition to those of ICU. */
export interface ExtraWords {
  past?: Partial<Record<RelativeUnit, readonly string[]>>;
  durations?: Partial<Record<RelativeUnit, readonly string[]>>;
  named?: readonly (readonly [string, NamedDistance])[];
  markers?: readonly PastMarker[];
  joiners?: readonly string[];
}

const after = (...words: string[]): PastMarker => ({ before: [], after: words });
const before = (...words: string[]): PastMarker => ({ before: words, after: [] });
const distance = (unit: RelativeUnit, amount: number): NamedDistance => ({
  unit,
  amount,
  named: false,
  whole: false,
});
const day = (amount: number): NamedDistance => ({ unit: 'day', amount, named: true, whole: false });

/** Phrases that sites use and ICU does not, by language; `#` stands for any number. */
export const EXTRA_WORDS: Readonly<Record<string, ExtraWords>> = {
  en: {
    durations: {
      second: ['# secs'],
      minute: ['# mins', '# m'],
      hour: ['# h', '# hr', '# hrs'],
      day: ['# d'],
      week: ['# w', '# wk', '# wks'],
      month: ['# mo', '# mos', '# mon'],
      year: ['# y', '# yr', '# yrs'],
    },
    // Some sites do not inflect the unit: "three week ago".
    past: {
      second: ['# secs ago'],
      minute: ['# mins ago', '# m ago'],
      hour: ['# h ago', '# hrs ago'],
      day: ['# d ago'],
      week: ['# w ago', '# wks ago'],
      month: ['# mon ago', '# mos ago'],
      year: ['# y ago', '# yrs ago'],
    },
    named: [
      ['just now', distance('second', 0)],
      ['moments ago', distance('second', 0)],
      ['a few seconds ago', distance('second', 5)],
      ['the day before yesterday', day(2)],
      ['a decade ago', distance('year', 10)],
      ['last decade', distance('year', 10)],
    ],
  },
  de: {
    named: [
      ['gerade eben', distance('second', 0)],
      ['vorgestern', day(2)],
    ],
    durations: { year: ['# jahren'], month: ['# monaten'], day: ['# tagen'] },
  },
  fr: {
    durations: { year: ['# année', '# années'] },
    markers: [before('il', 'ya')],
    named: [
      ["à l'instant", distance('second', 0)],
      ['avant hier', day(2)],
    ],
  },
  es: { durations: { minute: ['# mins'], hour: ['# hs', '# hrs'] } },
  it: {
    named: [
      ["un'ora fa", distance('hour', 1)],
      ['poco fa', distance('minute', 0)],
    ],
  },
  pt: {
    markers: [after('atrás')],
    named: [['anteontem', day(2)]],
  },
  sv: {
    named: [
      ['idag', day(0)],
      ['igår', day(1)],
      ['förrgår', day(2)],
    ],
  },
  uk: { named: [['вчора', day(1)]] },
  cs: {
    durations: { second: ['# vteřina', '# vteřiny', '# vteřin'], hour: ['# hodinu'] },
    markers: [after('před')],
  },
  hr: { durations: { week: ['# sed'] } },
  bs: { durations: { week: ['# sed'] } },
  be: {
    durations: { hour: ['# гадзін'], minute: ['# хвіл', '# хвілін'] },
    markers: [after('назад')],
  },
  hi: { markers: [after('पूर्व')] },
  bn: { durations: { hour: ['# ঘন্টা'] }, markers: [after('আগে')] },
  pl: { named: [['przedwczoraj', day(2)]] },
  ro: { markers: [before('în', 'urmă', 'cu')] },
  el: {
    past: {
      minute: ['πριν # λεπτά', 'πριν # λεπτό'],
      hour: ['πριν # ώρες', 'πριν # ώρα'],
      day: ['πριν # ημέρες', 'πριν # μέρες', 'πριν # μέρα'],
    },
  },
  tr: { named: [['dün', day(1)]] },
  ru: { named: [['позавчера', day(2)]] },
  ar: {
    past: {
      minute: ['منذ # دقيقة', 'منذ # دقائق'],
      hour: ['منذ # ساعة', 'منذ # ساعات'],
      day: ['منذ # يوم', 'منذ # يوما', 'منذ # أيام'],
      week: ['منذ # أسابيع'],
      month: ['منذ # أشهر'],
    },
    durations: { year: ['# عام', '# أعوام'] },
    markers: [before('منذ'), before('قبل')],
    named: [
      // ICU says "قبل يوم واحد"; sites also put this word for "since" before it.
      ['منذ دقيقة واحدة', distance('minute', 1)],
      ['منذ ساعة واحدة', distance('hour', 1)],
      ['منذ يوم واحد', distance('day', 1)],
      ['منذ أسبوع واحد', distance('week', 1)],
      ['منذ شهر واحد', distance('month', 1)],
      ['منذ سنة واحدة', distance('year', 1)],
      ['منذ ساعة', distance('hour', 1)],
      ['منذ ساعتين', distance('hour', 2)],
      ['منذ يوم', distance('day', 1)],
      ['منذ يومين', distance('day', 2)],
      ['منذ أسبوع', distance('week', 1)],
    ],
  },
  id: { markers: [after('lalu')] },
  ms: { markers: [after('lalu')] },
  th: {
    past: {
      minute: ['# นาทีที่แล้ว'],
      hour: ['# ชั่วโมงที่แล้ว', '# ชม ที่แล้ว'],
      day: ['# วันที่แล้ว'],
    },
    durations: { hour: ['# ชม'], minute: ['# น'] },
    named: [['เมื่อวานนี้', day(1)]],
  },
  zh: {
    past: { month: ['#个月前'], week: ['#星期前', '#个星期前'] },
    named: [
      ['刚刚', distance('second', 0)],
      ['前天', day(2)],
    ],
  },
  'zh-Hant': {
    past: { month: ['#個月前'], week: ['#星期前', '#個星期前'] },
    durations: { month: ['#個月'] },
    named: [['剛剛', distance('second', 0)]],
  },
  ja: {
    past: { month: ['#か月前', '#ヶ月前'], week: ['#週間前'] },
    named: [['たった今', distance('second', 0)]],
  },
  ko: {
    past: { month: ['#개월 전'] },
    named: [['방금 전', distance('second', 0)]],
  },
};

/** Number words, as they occur before a unit. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'a an one un una uno une um uma ein eine einer einem einen een en ett et один одну одна jeden jedna jednu bir egy ένα μια μία',
    2: 'two zwei deux dos due dois duas twee två to два две dwa dvě iki',
    3: 'three drei trois tres tre três drie три trzy tři üç',
    4: 'four vier quatre cuatro quattro quatro fyra fire четыре cztery čtyři dört',
    5: 'five fünf cinq cinco cinque vijf fem пять pięć pět beş',
    6: 'six sechs seis sei zes sex seks шесть sześć šest altı',
    7: 'seven sieben sept siete sette sete zeven sju syv семь siedem sedm yedi',
    8: 'eight acht huit ocho otto oito åtta otte восемь osiem osm sekiz',
    9: 'nine neun neuf nueve nove negen nio ni девять dziewięć devět dokuz',
    10: 'ten zehn dix diez dieci dez tien tio ti десять dziesięć deset on',
    11: 'eleven elf onze once undici',
    12: 'twelve zwölf douze doce dodici doze twaalf tolv',
  }).flatMap(([value, words]) => words.split(' ').map((word) => [word, Number(value)] as const)),
);
