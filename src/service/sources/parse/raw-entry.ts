/** Text as a format hands it on, with what is known of its kind. */
export interface RawText {
  value: string;
  /** `unknown`: the format does not say, as in RSS, so the text itself has to. */
  kind: 'text' | 'html' | 'unknown';
  /** xml:base of the element itself. */
  base?: string | undefined;
}

/** One entry of any format, before cleaning. Lists are in order of preference. */
export interface RawEntry {
  guid: string | null;
  links: string[];
  titles: RawText[];
  bodies: RawText[];
  dates: string[];
  authors: string[];
  images: string[];
  /** xml:base of the entry. */
  base: string | undefined;
}

/** A document of any format, before cleaning. */
export interface RawFeed {
  titles: RawText[];
  descriptions: RawText[];
  icons: string[];
  language: string | undefined;
  siteLinks: string[];
  base: string | undefined;
  /** Dates of the document itself, which tell its zone. */
  dates: string[];
  entries: RawEntry[];
  ttlMinutes: number | undefined;
  updatePeriod: string | undefined;
  updateFrequency: number | undefined;
}

/** A document that says nothing, which is a feed all the same. */
export const EMPTY_FEED: Readonly<RawFeed> = {
  titles: [],
  descriptions: [],
  icons: [],
  language: undefined,
  siteLinks: [],
  base: undefined,
  dates: [],
  entries: [],
  ttlMinutes: undefined,
  updatePeriod: undefined,
  updateFrequency: undefined,
};

/** The values that are there. */
export function present<T>(...values: Array<T | null | undefined | ''>): T[] {
  return values.filter(
    (value): value is T => value !== null && value !== undefined && value !== '',
  );
}

/** Texts of one kind, as far as they are there. */
export function texts(kind: RawText['kind'], ...values: Array<string | undefined>): RawText[] {
  return present(...values).map((value) => ({ value, kind }));
}
