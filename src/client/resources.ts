/** Who wrote an item. */
export interface Author {
  name: string;
}

/** One entry of a feed. On the wire its identity is `url`. */
export interface Item {
  /** Address of the item; empty when the source gives none. */
  url: string;
  title: string;
  /** Plain text. */
  description_text: string;
  /** Sanitised HTML; empty when the service sends none. */
  description_html: string;
  /** Address of an image, or null. */
  thumbnail: string | null;
  /** ISO 8601, or null when the source shows none. */
  date_published: string | null;
  /** The source's authors, or the feed's `customAuthor` when one is set. */
  authors: Author[];
}

/** A feed as lists and updates return it: everything but its items. */
export interface FeedSummary {
  id: string;
  title: string;
  description: string;
  /** Address of an image; empty when there is none. */
  icon: string;
  /** Where the feed comes from. */
  source_url: string;
  /** Address of the published RSS feed. */
  rss_feed_url: string;
  is_active: boolean;
  /** How the words of a news feed are meant; this and the next three only from feedctl's own service. */
  mode?: KeywordMode | undefined;
  /** What a news feed searches for, or its whole headline. */
  keyword?: string | undefined;
  /** Edition of the news, `CC:lang`. */
  region?: string | undefined;
  /** What narrows the generator for a page without a feed. */
  selectors?: Selectors | undefined;
  /** Which document was asked for; only from feedctl's own service, and only when it was asked for. */
  from?: DocumentChoice | undefined;
  /** The document that the feed reads; only from feedctl's own service, for feeds of an address. */
  document?: FeedDocument | undefined;
  /** How fetching the source goes; this and the next three only from feedctl's own service. */
  health?: FeedHealthState | undefined;
  /** When the source was last fetched, successfully or not; ISO 8601. */
  last_fetched_at?: string | undefined;
  /** Why `health` is not `ok`; null when it is. */
  last_error?: string | null | undefined;
  /** Date of the newest item, ISO 8601; null when the source shows no dates. */
  last_item_at?: string | null | undefined;
}

/** `failing` is retried with a backoff, `inactive` only once a week. */
export type FeedHealthState = 'ok' | 'failing' | 'inactive';

/** Orders of a list of feeds: newest first, by title, newest item first, worst health first. */
export type FeedOrder = 'created' | 'title' | 'last_item' | 'health';

/** Feeds of one health, or those that are failing or inactive. */
export type HealthFilter = FeedHealthState | 'unhealthy';

/** A feed with its items, as create and get return it. */
export interface Feed extends FeedSummary {
  items: Item[];
}

/** A document that a feed reads: a feed, or a page that the service makes a feed of. */
export interface FeedDocument {
  kind: 'feed' | 'html';
  url: string;
}

/** Which document of an address is read: `auto` takes the page's own feed before the page. */
export type DocumentChoice = 'auto' | 'html' | 'feed';

/** What can be set on a feed beside its metadata. */
export interface FeedSettings {
  /** Replaces the authors of every item; null keeps those of the source. */
  customAuthor: string | null;
  /** How often the feed is fetched, such as `15m`, or `paused`; absent: `auto`. feedctl's own service. */
  interval?: string | undefined;
  /** The shortest interval that takes effect, where it is longer than `interval`. */
  minInterval?: string | undefined;
}

/** A named group of feeds, as lists and updates return it. */
export interface BundleSummary {
  /** Begins with `_`. */
  id: string;
  name: string;
  description: string;
  /** Address of an image; empty when there is none. */
  icon: string;
  /** Address of the combined RSS feed. */
  rss_feed_url: string;
  /** Ids of the members. */
  feeds: string[];
}

/** A bundle with the newest items of all its members. */
export interface Bundle extends BundleSummary {
  items: Item[];
}

/** Says that something is gone. */
export interface Deleted {
  id: string;
  deleted: true;
}

/** Order of items: as the service added them (newest first), or by date of publication. */
export type Sort = 'last_added' | 'date';

/** How a keyword body is meant. */
export type KeywordMode = 'keyword' | 'headline';

/** CSS selectors for pages without a feed: `items` finds the records, the others look inside one. */
export interface Selectors {
  items: string;
  title?: string | undefined;
  link?: string | undefined;
  date?: string | undefined;
  image?: string | undefined;
}

/** Makes a feed from the address of a web site or of a feed. */
export interface CreateFromUrl {
  url: string;
  /** Only feedctl's own service takes these. */
  selectors?: Selectors | undefined;
  /** Only feedctl's own service takes this; default `auto`. */
  from?: DocumentChoice | undefined;
  /** Sends the items it starts with to the webhooks; only feedctl's own service does. Default false. */
  announce?: boolean | undefined;
}

/** Makes a feed from a keyword search or from a news headline. */
export interface CreateFromKeyword {
  /** Search words, or the whole headline. */
  keyword: string;
  /** News edition as `CC:lang`; default `US:en`. */
  region?: string | undefined;
  /** Only feedctl's own service reads this; left out elsewhere. */
  mode?: KeywordMode | undefined;
  /** Sends the items it starts with to the webhooks; only feedctl's own service does. Default false. */
  announce?: boolean | undefined;
}

/** The body of a feed to be made, one shape for each mode. */
export type CreateFeedBody = CreateFromUrl | CreateFromKeyword;

/** Changes to a feed's metadata; only the given fields change. */
export interface UpdateFeedBody {
  title?: string | undefined;
  description?: string | undefined;
  /** Address of an image, or "" for none. */
  icon?: string | undefined;
  /** Reads the page with these from now on, null: with none; only feedctl's own service takes them. */
  selectors?: Selectors | null | undefined;
}

/** Changes to a feed's settings. */
export interface UpdateFeedSettingsBody {
  /** A name sets the override, null removes it. */
  customAuthor?: string | null | undefined;
  /** `auto`, `paused` or a duration such as `15m`; only feedctl's own service takes it. */
  interval?: string | undefined;
}

/** A bundle to be made. */
export interface CreateBundleBody {
  name: string;
  /** Ids of the members; none makes an empty bundle. */
  feeds?: string[] | undefined;
  description?: string | undefined;
  /** Address of an image. */
  icon?: string | undefined;
}

/** Changes to a bundle's metadata; members are added and removed one by one. */
export interface UpdateBundleBody {
  name?: string | undefined;
  description?: string | undefined;
  /** Address of an image, or "" for none. */
  icon?: string | undefined;
}

/** Signs a browser in to the dashboard of feedctl's own service. */
export interface DashboardLink {
  url: string;
  /** ISO 8601. */
  expires_at: string;
}

/** A failure that is part of a result. */
export interface Failure {
  /** UPPER_SNAKE, as in errors of the service. */
  code: string;
  message: string;
}

/** What fetching a feed now brought. */
export interface RefreshOutcome {
  id: string;
  title: string;
  /** `skipped`: the site asked to be left alone. `running`: the source had not answered in time. */
  outcome: 'updated' | 'unchanged' | 'failed' | 'skipped' | 'running';
  items_new: number;
  items_changed: number;
  error: Failure | null;
  /** ISO 8601; null for a feed that does not exist. */
  next_refresh_at: string | null;
}

/** Which feeds to fetch: `ids`, `due` or `all`; `ids` with `due` are the due ones of these. */
export interface RefreshSelection {
  /** Feeds, or bundles for all of their feeds. */
  ids?: string[] | undefined;
  due?: boolean | undefined;
  all?: boolean | undefined;
  /** Fetch nothing while a process of the service fetches due feeds by itself. */
  unless_served?: boolean | undefined;
}

/** A selection of feeds, and which part of it. */
export interface RefreshFeedsBody extends RefreshSelection {
  /** How long to fetch before the answer is sent; default 10, at most 30. */
  wait_seconds?: number | undefined;
  /** From the answer before. */
  cursor?: string | undefined;
}

/** What part of a refresh brought. */
export interface RefreshBatch {
  results: RefreshOutcome[];
  /** Feeds of the selection without a result yet. */
  remaining: number;
  /** Sent again, fetches the rest; null when all are done. */
  cursor: string | null;
}

/** One fetch of a feed's source. */
export interface FeedFetch {
  /** Counts up within the feed. */
  number: number;
  /** ISO 8601. */
  at: string;
  outcome: 'updated' | 'unchanged' | 'failed';
  /** Status of an answer that was a failure. */
  http_status: number | null;
  items_new: number;
  items_changed: number;
  duration_ms: number;
  error: Failure | null;
}

/** What to preview: an address, or a document and the address it would have. */
export type PreviewBody = {
  selectors?: Selectors | undefined;
  /** Default `auto`. */
  from?: DocumentChoice | undefined;
  /** Tell how the items were found, or why there are none. */
  explain?: boolean | undefined;
} & (
  | { url: string }
  | {
      /** A page or a feed: its text, or its bytes in base64. */
      html: string;
      /** What `html` holds; default `text`. */
      encoding?: 'text' | 'base64' | undefined;
      page_url: string;
    }
);

/** How a page became a feed, or why it did not. */
export interface Explanation {
  /** Null when none found a list. */
  strategy: string | null;
  confidence: number;
  evidence: string[];
  runners_up: { strategy: string; confidence: number; items: number; evidence: string[] }[];
  /** Sets of records in the page, best first. */
  considered: {
    signature: string;
    family: string;
    records: number;
    score: number;
    parts: Record<string, number>;
  }[];
  /** Selectors that give the lists considered. */
  suggestions: { list: 'winner' | 'runner-up'; items: number; selectors: Selectors }[];
  rejected: { url: string; title: string; reason: string }[];
  /** Further addresses that were fetched. */
  requests: string[];
  replayed: boolean;
}

/** What a feed would be. */
export interface Preview {
  title: string;
  description: string;
  icon: string;
  site_url: string | null;
  /** Address that would be polled: of the feed found, or the page. */
  poll_url: string;
  from: 'feed' | 'page';
  /** The page had to be opened in a browser. */
  rendered: boolean;
  items: Item[];
  /** With `explain`: why the page has no items; null when it has. */
  failure: Failure | null;
  /** With `explain`, for a page. */
  explanation: Explanation | null;
  /** With `explain`: what a feed would store to find the items again. */
  rule?: unknown;
}

/** How the service and the feeds of the account are. */
export interface ServiceHealth {
  /** Version of feedctl that answers. */
  version: string;
  /** Feeds of the account by health. */
  feeds: { all: number; ok: number; failing: number; inactive: number };
  /** A process answers at the published addresses. */
  served: boolean;
  /** A process fetches due feeds by itself. */
  refreshed: boolean;
  queue: { refresh_lag_seconds: number; delivery_lag_seconds: number };
  /** The processes that serve the database; for the owner account only. */
  instances?:
    | { role: string; listen_url: string | null; public_url: string | null; started_at: string }[]
    | undefined;
}
