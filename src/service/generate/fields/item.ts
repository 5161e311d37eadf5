/** One item as a strategy found it; what it does not know is null. */
export interface FoundItem {
  url: string;
  /** For comparing items; see identityOf. */
  identity: string;
  title: string;
  /** Milliseconds since the epoch. */
  date: number | null;
  /** The date was only read from the address, so any other is better. */
  dateFromAddress?: true;
  image: string | null;
  authors: string[];
  description: string;
}
