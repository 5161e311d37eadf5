import { createContext, useContext } from 'hono/jsx';
import type { Refused } from './http.js';

/** The data that every part of a page can read. */
export interface Here {
  /** The form token of this visitor. */
  formToken: string;
  /** True if the visitor may view pages but not change anything. */
  isReadOnly: boolean;
  /** True if files can be imported and exported. */
  hasFiles: boolean;
  /** The current time, in milliseconds. */
  now: number;
  /** The time zone of the visitor, such as `Europe/Berlin`. */
  timeZone: string;
  refused: Refused | null;
  /**
   * Problems that are collected while the page is rendered: labels of fields with a problem, and
   * problems of no field.
   */
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
