import type { Body } from './body.js';

/** The final response to a request, with its body decompressed. */
export interface FetchedDocument {
  requestedUrl: string;
  /** Final address, after redirects. */
  url: string;
  /** Target of permanent redirects (301, 308) from the first request on, or null. */
  permanentUrl: string | null;
  status: number;
  /** Names in lower case; repeated headers joined by ", ". Values as on the wire (latin1). */
  headers: Readonly<Record<string, string>>;
  body: Body;
  /** Status 304: the sent validators are still valid. */
  notModified: boolean;
}
