const HOUR = 60 * 60_000;

/** When two items are one: every number that such a decision uses, and why it is that number. */
export const SAME = {
  /**
   * Characters of a title that names an item of its feed. "Monday" and "Weekly links" come again; titles
   * of 12 characters that did are told apart by their dates and texts.
   */
  title: 12,
  /** Words of a title that names an item of a page: menus have long single words, too. */
  titleWords: 3,
  /** Characters of a title that names an item among feeds, which share more titles than one feed does. */
  titleAmongFeeds: 20,
  /** One story is published by several feeds within a day; a title that comes back later is another. */
  betweenFeeds: 24 * HOUR,
  /** Part of the words of the shorter text that two items of two feeds with one title share. */
  textAmongFeeds: 1 / 2,
  /** Words of a text besides those of its title, from which it is compared: "We are investigating" is shared. */
  textWords: 8,
  /** Words of a short text besides its title, and part of all its words that another text shares, of one report. */
  shortText: { besides: 3, shared: 0.8 },
  /** Time between two dates of one item: sources correct the time zone, or round to the day. */
  betweenDates: 48 * HOUR,
  /** Between two editions of an event that keeps title and address, if the list was without it: half a year. */
  betweenEditions: 180 * 24 * HOUR,
  /** Digits of a number in an address that is the id of one article; shorter ones count and are years. */
  id: 6,
  /** Letters of a similar title that are equal: one edited word, or a typing error. */
  similarTitle: 0.9,
  /** Entries under other addresses, and their part of the list, that show that the whole list moved. */
  moved: { entries: 3, part: 1 / 2 },
  /** Known entries of a list, and their part that changed alike, that show that its template changed. */
  template: { entries: 8, part: 1 / 2 },
  /** Changes of one item within a day after which a number in it counts something. */
  restless: 3,
} as const;
