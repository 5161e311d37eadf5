/**
 * Every number the choice between candidates depends on. Those marked (a) come from a prototype
 * that found the exact list on most of a set of real listing pages; those marked (b) were set on
 * the labelled pages of test/fixtures/pages that are not held back.
 */
export const RECORD_WEIGHTS = {
  /** (a) log2 of the number of records, capped: 12 are a list, 100 are no better one. */
  count: 3,
  countCap: 3.5,
  /** (a) Median words of a title: headlines have eight, navigation has one. */
  titleWords: 2.2,
  titleWordsCap: 8,
  /** (b) Median words from which titles are paragraphs; headlines of 20 words are rare. */
  paragraphWords: 25,
  /** (b) Share of records whose link carries the title: authors' and comment links do not. */
  linkedTitle: 10,
  /** (a) Share of records with a heading. */
  heading: 14,
  /** (a) Share of records in or around an <article>. */
  article: 6,
  /** (a) Share of records that show a date: the best single sign of news. */
  date: 12,
  /** (a) */
  image: 2,
  /** (a) Inside <main>. */
  main: 5,
  /** (a) Addresses that look like documents. */
  documentUrl: 6,
  /** (a) Mean words of a record, up to the cap: summaries. */
  recordWords: 8,
  recordWordsCap: 60,
  /** (a) Titles that differ; buttons do not. */
  uniqueTitles: 4,
  /** (b) Links to different items: places and topics are linked repeatedly. */
  distinct: 10,
  /** (b) Share of addresses that structured data lists as items. */
  structured: 6,
  /** (b) Share of the page's words outside chrome that the set covers: the list is the page. */
  coverage: 8,
  /** (a) Navigation, footer, aside. */
  chrome: -25,
  /** (a) Log-in, tag, category and share addresses. */
  utility: -15,
  /** (a) Links to the page itself. */
  self: -10,
  /** (a) Linked words among all words of a record. */
  linkDensity: -3,
  /** (a) Links a record beyond three. */
  extraLinks: -1,
  extraLinksFrom: 3,
  extraLinksCap: 12,
  /** (b) Nothing but linked words, as in menus. */
  bare: -6,
  /** (b) Links in running text: what an article refers to. */
  inline: -20,
  /** (a) Titles under two words; dense scripts count half a word a character. */
  shortTitles: -10,
  /** (a) Fewer than four records. */
  fewRecords: -8,
  /** (a) Share of other sites when it is most of the set. */
  foreign: -6,
  /** (b) Told apart only by class names that style compilers write, which change with every release. */
  style: -4,
} as const;

/** Below this score a set of records is no list of items (a). */
export const RECORD_THRESHOLD = 15;
/** A mined set of this score is believed without looking further (b). */
export const RECORD_CONFIDENT = 30;

/** When another set of records is preferred to the one with the best score (b). */
export const PREFER = {
  /** A set that holds all of the best one's links and more may score this much less. */
  supersetMargin: 1.5,
  /** … and as much more for every doubling of the length, up to the most. */
  supersetGrowth: 1.5,
  supersetMost: 6,
  /** Sections of a page that hold several items each: what share of the words the items have … */
  sectionWords: 0.6,
  /** … how many items a section holds, and how much of the section's score they must reach. */
  sectionItems: 2,
  sectionScore: 0.6,
  sectionTitleWords: 3,
  /** Share of links with the title under which another link of the same records may be taken … */
  untitled: 0.2,
  /** … that scores so much less at most and has this share of the records. */
  untitledMargin: 3,
  sameRecords: 0.8,
} as const;

/** Merging other sets into the best (a). */
export const MERGE = {
  /** Share of the best score. */
  share: 0.8,
  least: 30,
  /** Median title words. */
  titleWords: 4,
  /** Greatest difference in the shares of headings, dates and linked words. */
  alike: 0.5,
} as const;

/** When the other blocks of a front page belong to the chosen list (b). */
export const UNION = {
  /** Score, and share of the best set's. */
  least: 34,
  share: 0.5,
  titleWords: 4,
  linkedTitle: 0.8,
  /** Share of a block's links that are shaped like stories; of the stories that make a shape common. */
  sameShape: 0.5,
  commonShape: 0.15,
  /** Share of a block's links that are not on the list yet. */
  news: 0.3,
  /** Share of the page's words that the chosen list has at most; more where both are in <main>. */
  covered: 0.4,
  coveredInMain: 0.6,
  main: 0.9,
  /** What is navigation, and its share of the words of an element that counts as <main>. */
  chrome: 0.3,
  chromeWords: 0.02,
  /** Mean share of navigation in a block: records that are navigation are left out. */
  inChrome: 0.15,
  /** Links of a set that lie in chosen records, and how many of them a record may hold. */
  inside: 0.8,
  linksARecord: 1.5,
  /** Share of the chosen records that must hold one. */
  holders: 0.6,
} as const;

/** Fewest items a strategy must have to be believed on its own (a). */
export const MIN_ITEMS = 3;

/** How far each strategy is believed, 0 to 1 (b): what authors mark for machines is seldom wrong. */
export const CONFIDENCE = {
  microformats: 0.9,
  microdata: 0.8,
  jsonLd: 0.8,
  state: 0.7,
  wordpress: 0.9,
  sitemap: 0.6,
  linkless: 0.6,
  linklessDated: 0.75,
  /** Records: 0.3 at the threshold, 0.85 from this score on; under 26 (0.5) most are no list. */
  recordsLow: 0.3,
  recordsHigh: 0.85,
  recordsHighScore: 45,
} as const;

/** Undated items of a candidate that is believed no further than this may be no list (b). */
export const DOUBTFUL = 0.5;

/** A structured list replaces the mined one when it holds this share of it and is longer (b). */
export const REPLACE = { share: 0.8, longer: 1.05 } as const;

/** Mined records replace another list that they hold this share of and are so much longer than (b). */
export const WHOLE = { share: 0.5, times: 2 } as const;

/** When a page with a list is one article all the same (b): the signs and what they count. */
export const ARTICLE = {
  /** The signs that together are enough. */
  enough: 3.5,
  /** Fewest words of running text outside the list; texts under a sentence do not count. */
  words: 60,
  sentence: 12,
  /** Much text beside a shorter list, or about as much. */
  longProse: 250,
  outweighs: 1.5,
  muchProse: 2,
  matches: 0.5,
  someProse: 1,
  /** A main heading of so many words that the page's title repeats. */
  headlineWords: 6,
  headline: 1.5,
  address: 1,
  openGraph: 1,
  /** Dated records with so many times the words outside them are the page. */
  dated: 0.5,
  introduction: 3,
  /** One <article> around heading and text. */
  element: 1.5,
  linkedData: 2,
} as const;

/**
 * When a few undated links with text around them are a page that presents something (b); doubtful
 * ones need no text, where so few of the links carry a title.
 */
export const LANDING = {
  records: 10,
  dated: 0.2,
  words: 100,
  share: 0.5,
  linkedTitle: 0.2,
} as const;
