/** Whose feeds a request may see. */
export interface Account {
  id: string;
}

/** The account that is made with the database and that the embedded profile belongs to. */
export const OWNER_ID = 'owner';
