const HOUR = 60 * 60_000;

/** Every number that decides whether two items are the same, with its reason. */
export const SAME = {
  /**
   * Minimum length of a title that identifies an item of its feed, in characters. "Monday" and
   * "Weekly links" repeat; repeated titles of 12 characters differ in their dates and texts.
   */
  title: 12,
  /**
   * Minimum number of words of a title that identifies an item of a page: menus have long words,
   * too.
   */
  titleWords: 3,
  /** The same among feeds, in characters: feeds share more titles than one feed repeats. */
  titleAmongFeeds: 20,
  /** Several feeds publish one story within this time; later, an equal title is another story. */
  betweenFeeds: 24 * HOUR,
  /**
   * Two texts of items with one title are alike if they share this part of the shorter one's words.
   */
  textAmongFeeds: 1 / 2,
  /**
   * Texts with fewer words besides their title are not compared: many share "We are investigating".
   */
  textWords: 8,
  /**
   * A short text is one report with another if it has this many words besides its title, and the
   * other has this part of all its words.
   */
  shortText: { besides: 3, shared: 0.8 },
  /** Two dates of one item differ by at most this: sources correct time zones, or round to days. */
  betweenDates: 48 * HOUR,
  /**
   * Time after which an item with a known title and address that was gone is a new edition of an
   * event.
   */
  betweenEditions: 180 * 24 * HOUR,
  /**
   * A number in an address with this many digits is the id of an article; shorter ones count, or
   * are years.
   */
  id: 6,
  /** Part of the letters that two similar titles share: one edited word, or a typing error. */
  similarTitle: 0.9,
  /**
   * The whole list moved to other addresses if this many entries, and this part of the list, did.
   */
  moved: { entries: 3, part: 1 / 2 },
  /**
   * The template of a list changed if this many known entries, and this part of them, changed
   * alike.
   */
  template: { entries: 8, part: 1 / 2 },
  /** A number in an item is a counter after this many changes within a day. */
  restless: 3,
} as const;
