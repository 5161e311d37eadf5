/** The final answer to a request, its body decompressed. */
export interface FetchedDocument {
  requestedUrl: string;
  /** Final address, after redirects. */
  url: string;
  /** Where permanent redirects (301, 308) from the first request on led, or null. */
  permanentUrl: string | null;
  status: number;
  /** Names in lower case; repeated headers joined by ", ". Values as on the wire (latin1). */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Status 304: the validators that were sent still hold. */
  notModified: boolean;
}
