/** CSS selectors for a page: what its items are, or the text whose changes are followed. */
export interface Selectors {
  /** The records, one element each. */
  items?: string | undefined;
  /** Inside a record. */
  title?: string | undefined;
  link?: string | undefined;
  date?: string | undefined;
  image?: string | undefined;
  /** The text whose changes are followed; alone. */
  text?: string | undefined;
}
