import { createContext, useContext } from 'hono/jsx';
import type { Refused } from './http.js';

/** What every part of a page may ask for. */
export interface Here {
  /** The form token of the visitor. */
  formToken: string;
  /** Whether the visitor may look and change nothing. */
  isReadOnly: boolean;
  /** Whether files can be imported and exported. */
  hasFiles: boolean;
  /** Milliseconds. */
  now: number;
  /** Of who asks, such as `Europe/Berlin`. */
  timeZone: string;
  refused: Refused | null;
  /** Told what is wrong, while the page is written: the labels of fields, and what is about none. */
  wrong: { fields: string[]; others: string[] };
}

export const HereContext = createContext<Here>({
  formToken: '',
  isReadOnly: false,
  hasFiles: false,
  now: 0,
  timeZone: 'UTC',
  refused: null,
  wrong: { fields: [], others: [] },
});

export function useHere(): Here {
  return useContext(HereContext);
}
