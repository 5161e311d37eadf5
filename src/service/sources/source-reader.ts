import type {
  DocumentChoice,
  KeywordMode,
  PageMode,
  Region,
  Selectors,
  SourceAccess,
} from '../../contract/index.js';
import type { Explanation, KnownItem } from '../../generator/index.js';
import type { FollowedBefore } from '../changes/follow-text.js';
import type { DocumentDigest, SourceDocument } from '../core/source-document.js';
import type { Article } from './article/article.js';
import type { OlderDocument } from './older/next-document.js';

export type { OlderDocument } from './older/next-document.js';

/** The requested source after validation and normalisation, before anything is fetched. */
export type Source = UrlSource | NewsSource;

export interface UrlSource {
  /** `changes`: the entries are the changes of the page, whatever list or feed it has. */
  mode: 'url' | PageMode;
  /** Normalised address of the website or the feed. */
  sourceUrl: string;
  /** Key of the source, unique per account, mode and region; see `sourceKey` in the contract. */
  sourceKey: string;
  selectors: Selectors | null;
  /** The document that is read at the address. */
  from: DocumentChoice;
  /** Headers, credentials and proxy of the source; null or absent: none. */
  access?: SourceAccess | null | undefined;
  /** When a browser opens the page; absent: only if it is empty without one, or if it has steps. */
  render?: 'always' | 'never' | undefined;
  /** What the browser does before the page is read; see `parseStep`. */
  steps?: readonly string[] | undefined;
  /** The explanation of a page carries selectors for the lists considered; for previews. */
  suggest?: boolean | undefined;
  /** Find the list without the stored rule or selectors; see `Explanation.repair`. */
  repair?: boolean | undefined;
  /** The items of the feed, newest first; loaded when its stored rule finds too few. */
  known?: (() => Promise<readonly KnownItem[]>) | undefined;
  /** What a page whose changes are followed is compared with; null before its first reading. */
  followed?: (() => Promise<FollowedBefore | null>) | undefined;
  /** The digest of the document read last; asked for when a feed has changed. */
  previous?: (() => Promise<DocumentDigest | null>) | undefined;
}

export interface NewsSource {
  mode: KeywordMode;
  /** The upstream search address. */
  sourceUrl: string;
  sourceKey: string;
  keyword: string;
  region: Region;
}

/** What earlier readings taught, so that the next one is cheap and stable. Stored with the feed. */
export interface ReadingState {
  /** Address really polled: the feed that discovery found, or the page itself. */
  pollUrl: string;
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the decoded body, hex. */
  bodyHash: string | null;
  /** How items were obtained. `page` means the generator, and `rule` is its winning rule. */
  origin: 'feed' | 'page';
  rule: unknown;
}

/** The result of reading a source. Failures are thrown as ServiceError with a SOURCE_… code. */
export type SourceReading =
  | { kind: 'unchanged'; state: ReadingState; freshForMs: number | null }
  | DocumentReading;

export interface DocumentReading {
  kind: 'document';
  document: SourceDocument;
  state: ReadingState;
  /** From max-age or Expires: not worth asking again before. Milliseconds. */
  freshForMs: number | null;
  /** Reads all entries. Set when the document has those alone that the last one did not have. */
  readWhole?: (() => Promise<SourceDocument>) | undefined;
  /** How a page became a feed; absent when the source is a feed itself. */
  explanation?: Explanation | undefined;
  /** The page itself, with the address that it was read from; only with `suggest`. */
  page?: { url: string; html: string };
  /** Why this document is read, where a person may expect another; see `FeedChoice`. */
  note?: string | null;
}

/** The page of an item, and the feed that it is fetched for. */
interface ArticleRequest {
  /** Address of the source of the feed, whose origin alone receives the headers of `access`. */
  sourceUrl: string;
  access: SourceAccess | null;
  signal: AbortSignal;
  /** Without the wait for its host. */
  timeoutMs: number;
}

/** The one door from an address to entries: fetch, then parse, discover or generate. */
export interface SourceReader {
  /**
   * The first fetch (no state) or a later one (with the state that the last one returned).
   * @param beforeParsing awaited once, before the first document is parsed
   */
  read(
    source: Source,
    state?: ReadingState,
    beforeParsing?: () => Promise<void>,
  ): Promise<SourceReading>;
  /**
   * Fetches the page of an item and extracts its article; see `readArticle`.
   * @throws ServiceError when there is none; the reason of `signal` when that was aborted
   */
  readArticle(address: string, page: ArticleRequest): Promise<Article>;
  /**
   * The style sheets of a page by their addresses, within limits for all of them together; see `readSheets`.
   * @param feed what requests carry; see `ArticleRequest`
   */
  readSheets(
    addresses: readonly string[],
    feed: Pick<ArticleRequest, 'sourceUrl' | 'access'>,
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Reads a document with older items of a source; see `readOlder`.
   * @param document its address, and the generator's rule; null for a feed
   */
  readOlder(
    source: UrlSource,
    document: { address: string; rule: unknown },
  ): Promise<OlderDocument>;
  close(): Promise<void>;
}
