/** Whose feeds a request may see. */
export interface Account {
  id: string;
}

/** How often a key may ask: so many requests in a minute, of which so many may come at once. */
export interface RequestRate {
  perMinute: number;
  burst: number;
}

/** The account that a key belongs to. */
export interface Caller extends Account {
  /** How often this key may ask; any number when left out. */
  rate?: RequestRate;
}

/** The account that is made with the database and that the embedded profile belongs to. */
export const OWNER_ID = 'owner';
