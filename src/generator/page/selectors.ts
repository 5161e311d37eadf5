/** CSS selectors for a page: those of its items, or of the text whose changes are monitored. */
export interface Selectors {
  /** The records, one element each. */
  items?: string | undefined;
  /** The title inside a record. */
  title?: string | undefined;
  link?: string | undefined;
  date?: string | undefined;
  image?: string | undefined;
  /** The text whose changes are monitored; it excludes the other selectors. */
  text?: string | undefined;
}
