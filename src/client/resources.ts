// Generated from src/contract by scripts/client-types.js (npm run docs). Do not edit.
// "Extension" marks what only feedctl's own service sends and takes.

/**
 * CSS selectors for pages without a feed: items finds the records, the others apply inside a
 * record.
 */
export interface Selectors {
  /** The records, one element each. */
  items: string;
  /** The title inside a record. */
  title?: string | undefined;
  /** The link inside a record. */
  link?: string | undefined;
  /** The date inside a record. */
  date?: string | undefined;
  /** The image inside a record. */
  image?: string | undefined;
}

/** Which document is read at an address; auto prefers the page's own feed to the page. */
export type DocumentChoice = 'auto' | 'html' | 'feed';

/** Which items are shown; empty lists show all. */
export interface FiltersInput {
  /**
   * Only items that match one of these. Rules: words that must all occur, a "phrase", or /regex/i,
   * each after an optional title:, text:, author:, tag: or url:; at most 100.
   */
  include?: string[] | undefined;
  /** No items that match one of these rules. */
  exclude?: string[] | undefined;
}

/**
 * What a source needs beside its address. Sent to the origin of the source only; never returned.
 */
export interface SourceAccess {
  /** Request headers by name, such as Authorization; at most 20. */
  headers?: Record<string, string> | undefined;
  /** Cookie header, such as "session=1a2b; lang=en". */
  cookie?: string | undefined;
  /** User name and password for HTTP basic authentication, as user:password. */
  basic_auth?: string | undefined;
  /** User-Agent header in place of the one of the service; not a secret. */
  user_agent?: string | undefined;
  /** HTTP proxy for every request of this feed; only the owner account may set it. */
  proxy?: string | undefined;
}

/** Whether a browser opens the page: auto only when it is empty without one, or has steps. */
export type Render = 'auto' | 'always' | 'never';

/** Makes a feed from the address of a website or of a feed. */
export interface CreateFromUrl {
  /** Address of a website or a feed. */
  url: string;
  /**
   * Extension: cSS selectors for a page without a feed: items finds the records, the others apply
   * inside a record; default: found automatically.
   */
  selectors?: Selectors | undefined;
  /**
   * Extension: which document of the address is read: html, the page; feed, a feed that it links
   * to; or auto; default: the page's own feed if there is one, else the page.
   */
  from?: DocumentChoice | undefined;
  /** Extension: which items are shown; default: all items. */
  filters?: FiltersInput | undefined;
  /**
   * Extension: request headers, cookies, a password or a proxy that the source needs; default:
   * nothing.
   */
  access?: SourceAccess | undefined;
  /**
   * Extension: whether a browser opens the page: always, never, or auto, when it is empty without
   * one or has steps; default: only when the page needs it.
   */
  render?: Render | undefined;
  /**
   * Extension: steps in the browser before the page is read, at most 5: click=CSS, wait=CSS,
   * scroll; default: no steps.
   */
  steps?: string[] | undefined;
  /**
   * Extension: fetch the page of each new item and use its article as the text of the item;
   * default: the texts of the feed.
   */
  full_text?: boolean | undefined;
  /** Extension: send the first items to the webhooks; default false. */
  announce?: boolean | undefined;
}

/** How a keyword is read: as a search, or as a whole headline. */
export type KeywordMode = 'keyword' | 'headline';

/** Makes a feed from a keyword search or from a news headline. */
export interface CreateFromKeyword {
  /** A search, or a whole headline. */
  keyword: string;
  /** News edition as CC:lang, such as GB:en; default US:en. */
  region?: string | undefined;
  /** Extension: how keyword is read; default: decided by its text. */
  mode?: KeywordMode | undefined;
  /** Extension: which items are shown; default: all items. */
  filters?: FiltersInput | undefined;
  /**
   * Extension: fetch the page of each new item and use its article as the text of the item;
   * default: the texts of the feed.
   */
  full_text?: boolean | undefined;
  /** Extension: send the first items to the webhooks; default false. */
  announce?: boolean | undefined;
}

/** A feed to be created, one shape for each kind of source. */
export type CreateFeedBody = CreateFromUrl | CreateFromKeyword;

/** Which values a feed sends to its source; the secrets themselves are not returned. */
export interface MaskedAccess {
  /** Each value is ***. */
  headers?: Record<string, string> | undefined;
  /** ***. */
  cookie?: string | undefined;
  /** ***. */
  basic_auth?: string | undefined;
  /** As it is sent: it is not a secret. */
  user_agent?: string | undefined;
  /** ***. */
  proxy?: string | undefined;
}

/** A document that a feed reads: a feed, or a page that is turned into a feed. */
export interface FeedDocument {
  kind: 'feed' | 'html';
  url: string;
  /**
   * When a feed is created from a page: 0 to 1, that its items are the list of the page; later
   * absent.
   */
  confidence?: number | undefined;
}

/** Which items are shown. */
export interface Filters {
  /** Only items that match one of these rules. */
  include: string[];
  /** No items that match one of these rules. */
  exclude: string[];
}

/** failing is retried with a backoff, inactive only once a week. */
export type FeedHealthState = 'ok' | 'failing' | 'inactive';

/** What decided the time of the next fetch. */
export type FetchReason =
  | 'rhythm'
  | 'ceiling'
  | 'floor'
  | 'publisher'
  | 'skip_hours'
  | 'interval'
  | 'quiet_hours'
  | 'push'
  | 'retry'
  | 'probe'
  | 'paused'
  | 'suspended';

/** Settings of a feed, besides its metadata. */
export interface FeedSettings {
  /** Author of every item; null: the authors of the source. */
  customAuthor: string | null;
  /**
   * Extension: how often to fetch the feed: a duration from 1m to 7d such as 15m, auto or paused;
   * absent: follow the rhythm of the source.
   */
  interval?: string | undefined;
  /**
   * Extension: hours without fetches and their time zone, such as 22:00-06:00 Europe/Berlin;
   * absent: fetch at all hours.
   */
  quiet_hours?: string | undefined;
  /**
   * Extension: fetch the page of each new item and use its article as the text of the item; absent:
   * the texts of the feed.
   */
  full_text?: boolean | undefined;
  /**
   * Extension: shortest interval that the operator allows; present when it is longer than interval.
   */
  min_interval?: string | undefined;
}

/** Who wrote an item. */
export interface Author {
  /** Name of an author. */
  name: string;
}

/** A file of an item: an episode, a video, a document. */
export interface Attachment {
  /** Address of the file, as the source names it; never fetched. */
  url: string;
  /** Media type; from the file name, else application/octet-stream, when the source has none. */
  mime_type: string;
  /** Size; absent when the source does not say. */
  size_in_bytes?: number | undefined;
  /** Duration of audio or video. */
  duration_in_seconds?: number | undefined;
  /** Title of the file. */
  title?: string | undefined;
}

/** The rule that hides an item. */
export interface DroppedBy {
  /** The list of rules that hid the item. */
  list: 'include' | 'exclude';
  /** The rule; null when no include rule matches. */
  rule: string | null;
  /** Id of the feed or bundle with the filter; "" in a preview. */
  of: string;
}

export interface ItemExtras {
  /** Extension: enclosures and media of the item, at most 20. */
  attachments?: Attachment[] | undefined;
  /** Extension: categories of the item, plain text, at most 100. */
  tags?: string[] | undefined;
  /** Extension: time of the last change as the source states it; ISO 8601 in UTC. */
  date_modified?: string | undefined;
  /** Extension: plain text of the summary that the source gives beside the whole text. */
  summary?: string | undefined;
  /** Extension: address of the page with the comments. */
  comments_url?: string | undefined;
  /** Extension: address of the page elsewhere that the item is about. */
  external_url?: string | undefined;
  /** Extension: BCP 47 tag of the language of the item. */
  language?: string | undefined;
}

/** One entry of a feed. It has no id: clients identify it by url. */
export interface Item extends ItemExtras {
  /** Address of the item; "" when the source has none. */
  url: string;
  /** Plain text; "" for entries without a title. */
  title: string;
  /** Plain text. */
  description_text: string;
  /** Sanitised HTML. */
  description_html: string;
  /** Address of an image, or null. */
  thumbnail: string | null;
  /** ISO 8601 in UTC; null when the source has no date: dates are never invented. */
  date_published: string | null;
  /** Authors of the source, or the customAuthor of the feed. */
  authors: Author[];
  /** Extension: the page of the item is still to be fetched; then it has its full text. */
  text_pending?: true | undefined;
  /** Extension: the feed that the item came from; in bundles only. */
  feed?:
    | {
        /** Id of the feed. */
        id: string;
        /** Title of the feed. */
        title: string;
      }
    | undefined;
  /** Extension: what hides the item; only on request, with dropped. */
  dropped_by?: DroppedBy | undefined;
}

/** A feed without its items, as in lists and responses to changes. */
export interface FeedSummary {
  /** 16 base-62 characters. */
  id: string;
  /** Title of the source, or the one set by PATCH. */
  title: string;
  /** Description; "" when there is none. */
  description: string;
  /** Address of an image; "" when there is none. */
  icon: string;
  /** Address the feed was created from, normalised. */
  source_url: string;
  /** Address of the published RSS feed. */
  rss_feed_url: string;
  /** False after 30 days of failures or two answers of 410 Gone; retried once a week. */
  is_active: boolean;
  /** Extension: how a news feed reads its keyword; news feeds only. */
  mode?: KeywordMode | undefined;
  /** Extension: the search or the whole headline; news feeds only. */
  keyword?: string | undefined;
  /** Extension: news edition as CC:lang; news feeds only. */
  region?: string | undefined;
  /**
   * Extension: cSS selectors for a page without a feed: items finds the records, the others apply
   * inside a record; absent: found automatically.
   */
  selectors?: Selectors | undefined;
  /**
   * Extension: which document of the address is read: html, the page; feed, a feed that it links
   * to; or auto; absent: the page's own feed if there is one, else the page.
   */
  from?: DocumentChoice | undefined;
  /**
   * Extension: request headers, cookies, a password or a proxy that the source needs; absent:
   * nothing.
   */
  access?: MaskedAccess | undefined;
  /**
   * Extension: whether a browser opens the page: always, never, or auto, when it is empty without
   * one or has steps; absent: only when the page needs it.
   */
  render?: Render | undefined;
  /**
   * Extension: steps in the browser before the page is read, at most 5: click=CSS, wait=CSS,
   * scroll; absent: no steps.
   */
  steps?: string[] | undefined;
  /** Extension: the document that is fetched: a feed, or a page that is converted to a feed. */
  document?: FeedDocument | undefined;
  /** Extension: which items are shown; absent: all items. */
  filters?: Filters | undefined;
  /** Extension: ok; failing: the last fetch failed; inactive: see is_active. */
  health?: FeedHealthState | undefined;
  /** Extension: time of the last fetch, successful or not; ISO 8601 in UTC. */
  last_fetched_at?: string | undefined;
  /** Extension: the reason when health is not ok, else null. */
  last_error?: string | null | undefined;
  /**
   * Extension: time of the first of the fetches that failed in a row; null when health is ok; ISO
   * 8601 in UTC.
   */
  failing_since?: string | null | undefined;
  /** Extension: date of the newest item; null when the items have no dates. */
  last_item_at?: string | null | undefined;
  /** Extension: the page changed and its list is no longer found; absent while it is found. */
  drift?:
    | {
        /** ISO 8601 in UTC. */
        since: string;
        /** Items of the last fetch that found the list. */
        expected: number;
        /** Items of the last fetch. */
        found: number;
        /** 0 to 1. */
        confidence: number;
      }
    | undefined;
  /** Extension: time of the next fetch; null while paused or suspended. */
  next_fetch_at?: string | null | undefined;
  /**
   * Extension: what decided on that time; null for a feed not fetched since feedctl keeps reasons.
   */
  next_fetch_reason?: FetchReason | null | undefined;
  /** Extension: its settings; only in a list with include=settings. */
  settings?: FeedSettings | undefined;
}

/** A feed with its items: the response to create and to GET of one feed. */
export interface Feed extends FeedSummary {
  /** Extension: the WebSub hub that pushes the feed; GET of one feed only. */
  push?:
    | {
        /** Address of the hub. */
        hub: string;
        /** End of the lease, which is renewed before; ISO 8601 in UTC. */
        until: string;
      }
    | undefined;
  /** All current items. */
  items: Item[];
}

/** Order of items: as the service added them (newest first), or by date of publication. */
export type Sort = 'last_added' | 'date';

/** Orders of a list of feeds: newest first, by title, newest item first, worst health first. */
export type FeedOrder = 'created' | 'title' | 'last_item' | 'health';

/** Feeds of one health, or those that are failing or inactive. */
export type HealthFilter = 'ok' | 'failing' | 'inactive' | 'unhealthy';

/** Changes to what a source needs beside its address; only the given values change. */
export interface UpdateSourceAccess {
  /**
   * Request headers by name, such as Authorization; at most 20; null for a header or for all:
   * remove.
   */
  headers?: Record<string, string | null> | null | undefined;
  /** Cookie header, such as "session=1a2b; lang=en"; null: remove. */
  cookie?: string | null | undefined;
  /** User name and password for HTTP basic authentication, as user:password; null: remove. */
  basic_auth?: string | null | undefined;
  /** User-Agent header in place of the one of the service; not a secret; null: remove. */
  user_agent?: string | null | undefined;
  /** HTTP proxy for every request of this feed; only the owner account may set it; null: remove. */
  proxy?: string | null | undefined;
}

/** Changes to the metadata of a feed. */
export interface UpdateFeedBody {
  /** Title, in place of the title of the source. */
  title?: string | undefined;
  /** Description, in place of the description of the source; "": no description. */
  description?: string | undefined;
  /** Address of an image; "": no icon. */
  icon?: string | undefined;
  /** Extension: which items are shown; null: all items. */
  filters?: FiltersInput | null | undefined;
  /**
   * Extension: cSS selectors for a page without a feed: items finds the records, the others apply
   * inside a record; null: found automatically.
   */
  selectors?: Selectors | null | undefined;
  /**
   * Extension: whether a browser opens the page: always, never, or auto, when it is empty without
   * one or has steps; auto: only when the page needs it.
   */
  render?: Render | undefined;
  /**
   * Extension: steps in the browser before the page is read, at most 5: click=CSS, wait=CSS,
   * scroll; []: no steps.
   */
  steps?: readonly string[] | undefined;
  /**
   * Extension: request headers, cookies, a password or a proxy that the source needs; null:
   * nothing.
   */
  access?: UpdateSourceAccess | null | undefined;
}

/** Changes to the settings of a feed. */
export interface UpdateFeedSettingsBody {
  /** Author of every item; null: the authors of the source. */
  customAuthor?: string | null | undefined;
  /**
   * Extension: how often to fetch the feed: a duration from 1m to 7d such as 15m, auto or paused;
   * auto: follow the rhythm of the source.
   */
  interval?: string | undefined;
  /**
   * Extension: hours without fetches and their time zone, such as 22:00-06:00 Europe/Berlin; none:
   * fetch at all hours.
   */
  quiet_hours?: string | undefined;
  /**
   * Extension: fetch the page of each new item and use its article as the text of the item; false:
   * the texts of the feed.
   */
  full_text?: boolean | undefined;
}

/** Confirms a deletion. */
export interface Deleted {
  /** Id of the deleted object. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** A bundle to be created. */
export interface CreateBundleBody {
  /** Name of the bundle, also the title of the combined feed. */
  name: string;
  /** Ids of its feeds; default: none. */
  feeds?: readonly string[] | undefined;
  /** Description of the bundle; default: no description. */
  description?: string | undefined;
  /** Address of an image; default: no icon. */
  icon?: string | undefined;
  /** Extension: which items are shown; default: all items. */
  filters?: FiltersInput | undefined;
}

/** A bundle without its items, as in lists and responses to changes. */
export interface BundleSummary {
  /** `_` and 16 base-62 characters. */
  id: string;
  /** Name, also the title of the combined feed. */
  name: string;
  /** Description; "" when there is none. */
  description: string;
  /** Address of an image; "" when there is none. */
  icon: string;
  /** Address of the combined RSS feed. */
  rss_feed_url: string;
  /** Ids of the feeds in the bundle. */
  feeds: string[];
  /** Extension: which items are shown; absent: all items. */
  filters?: Filters | undefined;
}

/** A bundle with its items: the response to GET of one bundle. */
export interface Bundle extends BundleSummary {
  /** The newest 500 items of all its feeds; items with the same address appear once. */
  items: Item[];
}

/** Changes to the metadata of a bundle; members are added and removed one by one. */
export interface UpdateBundleBody {
  /** Name of the bundle, also the title of the combined feed. */
  name?: string | undefined;
  /** Description of the bundle; "": no description. */
  description?: string | undefined;
  /** Address of an image; "": no icon. */
  icon?: string | undefined;
  /** Extension: which items are shown; null: all items. */
  filters?: FiltersInput | null | undefined;
}

/** An API key without its secret. */
export interface ApiKey {
  /** The API key, c_…. */
  id: string;
  name: string;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** To the minute, ISO 8601 in UTC; null: never. */
  last_used_at: string | null;
  /** Program and network of that use, such as feedctl 0.1.0 from 192.0.2.x; null: not known. */
  last_used_from: string | null;
  /** ISO 8601 in UTC; null while it works. */
  revoked_at: string | null;
}

/** A key to be created. */
export interface CreateKeyBody {
  name: string;
}

/** A key that was just created, with its secret. */
export interface NewApiKey {
  /** The API key, c_…. */
  id: string;
  name: string;
  /** The API secret, s_…: only this response has it. */
  secret: string;
}

/** Confirms that a key is revoked. */
export interface RevokedKey {
  id: string;
  revoked: true;
}

/** Limits of an account; null: unlimited. */
export interface AccountLimits {
  /** Requests per minute and key. */
  requests_per_minute: number | null;
  /** Requests at once; null: requests_per_minute. */
  burst: number | null;
  /** Number of feeds. */
  feeds: number | null;
  /** Concurrent feed creations. */
  concurrent_creations: number | null;
}

/** An account of a service with its own feeds, bundles, webhooks and keys. */
export interface Account {
  /** owner, or acc_ and 16 base-62 characters. */
  id: string;
  name: string;
  /** False: its keys are refused and its feeds are not fetched. */
  enabled: boolean;
  /** Feeds that it has. */
  feeds: number;
  limits: AccountLimits;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC; null while it is enabled. */
  disabled_at: string | null;
}

/** Limits to set; omitted ones are unchanged. */
export interface AccountLimitChanges {
  /** Requests per minute and key. */
  requests_per_minute?: number | null | undefined;
  /** Requests at once; null: requests_per_minute. */
  burst?: number | null | undefined;
  /** Number of feeds. */
  feeds?: number | null | undefined;
  /** Concurrent feed creations. */
  concurrent_creations?: number | null | undefined;
}

/** An account to be created. */
export interface CreateAccountBody {
  /** Unique; must not look like an id. */
  name: string;
  /** Limits that are left out are those the service has for new accounts. */
  limits?: AccountLimitChanges | undefined;
}

/** Changes to an account. */
export interface UpdateAccountBody {
  /** Limits that are left out stay as they are. */
  limits?: AccountLimitChanges | undefined;
  enabled?: boolean | undefined;
}

/** A webhook to be created. */
export interface CreateWebhookBody {
  /** Address that receives the events. */
  url: string;
  /**
   * standard: the signed event as JSON; template: the JSON that the template makes; others:
   * messages for that service. Addresses of all but standard are secrets.
   */
  format?:
    | 'standard'
    | 'slack'
    | 'discord'
    | 'telegram'
    | 'ntfy'
    | 'teams'
    | 'apprise'
    | 'template'
    | undefined;
  /** Mustache template of a JSON object, for the format template; values are escaped. */
  template?: string | undefined;
  /** Extra request headers by name, such as Authorization; at most 20. The values are secrets. */
  headers?: Record<string, string> | undefined;
  /** all (default), or the id of a feed or a bundle. */
  scope?: string | undefined;
  /** Which items are sent, in addition to the filters of the feed; null: all. */
  filters?: FiltersInput | null | undefined;
  /** Older form of filters.include, in which several words are a phrase. */
  include?: readonly string[] | undefined;
  /** Older form of filters.exclude, in which several words are a phrase. */
  exclude?: readonly string[] | undefined;
  /** Only new or only changed items; null (default): both. */
  only?: 'new' | 'changed' | null | undefined;
}

/** Where events are sent. The secret is in the answers to create and rotate only. */
export interface Webhook {
  /** wh_ and 16 base-62 characters. */
  id: string;
  /** Address; of formats other than standard only its origin and ***. */
  url: string;
  /**
   * standard: the signed event as JSON; template: the JSON that the template makes; others:
   * messages for that service. Addresses of all but standard are secrets.
   */
  format: 'standard' | 'slack' | 'discord' | 'telegram' | 'ntfy' | 'teams' | 'apprise' | 'template';
  /** Mustache template of a JSON object, for the format template; values are escaped. */
  template?: string | undefined;
  /** Extra request headers: each value is ***; absent without any. */
  headers?: Record<string, string> | undefined;
  /** The WebSub hub of the operator, told about published feeds; absent for others. */
  kind?: 'hub' | undefined;
  /** all, or the id of a feed or a bundle. */
  scope: string;
  /** The feed or bundle was deleted: no more events come. */
  scope_deleted: boolean;
  /** Which items are sent. */
  filters: Filters;
  /** filters.include in its older form. */
  include: string[];
  /** filters.exclude in its older form. */
  exclude: string[];
  only: 'new' | 'changed' | null;
  enabled: boolean;
  /** Why nothing is sent; null while enabled. */
  disabled_reason: string | null;
  /** First failure since the last success. */
  failing_since: string | null;
  last_success_at: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
}

/** A webhook as create returns it. */
export interface WebhookWithSecret extends Webhook {
  /** Signs the deliveries (Standard Webhooks). */
  secret: string;
}

/** Changes to a webhook; only the given fields change. */
export interface UpdateWebhookBody {
  url?: string | undefined;
  /**
   * standard: the signed event as JSON; template: the JSON that the template makes; others:
   * messages for that service. Addresses of all but standard are secrets.
   */
  format?:
    | 'standard'
    | 'slack'
    | 'discord'
    | 'telegram'
    | 'ntfy'
    | 'teams'
    | 'apprise'
    | 'template'
    | undefined;
  /** Mustache template of a JSON object, for the format template; values are escaped. */
  template?: string | undefined;
  /**
   * Extra request headers by name, such as Authorization; at most 20; null for a header or for all:
   * remove.
   */
  headers?: Record<string, string | null> | null | undefined;
  /** all (default), or the id of a feed or a bundle. */
  scope?: string | undefined;
  /** Which items are sent, in addition to the filters of the feed; null: all. */
  filters?: FiltersInput | null | undefined;
  /** Older form of filters.include, in which several words are a phrase. */
  include?: readonly string[] | undefined;
  /** Older form of filters.exclude, in which several words are a phrase. */
  exclude?: readonly string[] | undefined;
  /** Only new or only changed items; null (default): both. */
  only?: 'new' | 'changed' | null | undefined;
  /** false holds all deliveries; true resumes and resets failures. */
  enabled?: boolean | undefined;
}

/** held: the webhook was disabled; failed: abandoned. Both can be replayed. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'held';

/** One attempt of a delivery. */
export interface DeliveryAttempt {
  number: number;
  /** ISO 8601 in UTC. */
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  /** Start of the request, without the signature. */
  request: string;
  /** Start of the response; null without one. */
  response: string | null;
}

/** An event on its way to a webhook. */
export interface Delivery {
  /** dlv_ and 16 base-62 characters. */
  id: string;
  webhook_id: string;
  event_id: string;
  feed_id: string;
  status: DeliveryStatus;
  test: boolean;
  attempts: number;
  /** ISO 8601 in UTC. */
  created_at: string;
  last_attempt_at: string | null;
  /** Null when no attempt is planned. */
  next_attempt_at: string | null;
  /** HTTP status of the last response. */
  last_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
}

/** A delivery with its attempts and what is sent. */
export interface DeliveryDetails extends Delivery {
  /** The attempts, oldest first; the last ones of many. */
  log: DeliveryAttempt[];
  /** The body that the webhook receives. */
  event: unknown;
}

/** A webhook with its new secret. */
export interface RotatedWebhook extends WebhookWithSecret {
  /** Until then deliveries carry both signatures. */
  previous_secret_until: string;
}

/** Which deliveries are sent again. */
export interface ResendBody {
  /** ISO 8601: a date, or a date and time with Z or an offset. */
  since: string;
}

/** How many deliveries are sent again. */
export interface Resent {
  id: string;
  /** Deliveries that are sent again. */
  resent: number;
}

/** A failure that is part of a result. */
export interface Failure {
  /** Code for programs, such as SOURCE_UNREACHABLE. */
  code: string;
  /** Description of the failure, for people. */
  message: string;
}

/** The result of fetching one feed. */
export interface RefreshOutcome {
  id: string;
  title: string;
  /**
   * skipped: the site asked clients to wait, error says until when; running: the source had not
   * answered in time, the history of the feed has the outcome later.
   */
  outcome: 'updated' | 'unchanged' | 'failed' | 'skipped' | 'running';
  items_new: number;
  items_changed: number;
  /** Why the source could not be read; null when it could. */
  error: Failure | null;
  /** ISO 8601; null for a feed that does not exist. */
  next_refresh_at: string | null;
}

/** The feeds to fetch: ids, due or all; ids with due: only the due ones of these. */
export interface RefreshFeedsBody {
  /** Feeds, or bundles for all their feeds. */
  ids?: readonly string[] | undefined;
  /** Feeds that are due. */
  due?: boolean | undefined;
  /**
   * With ids: only feeds whose last fetch is at least this long ago, and the operator's minimum
   * interval.
   */
  older_than_seconds?: number | undefined;
  /** Every feed of the account. */
  all?: boolean | undefined;
  /** Fetch nothing while a process of the service refreshes due feeds. */
  unless_served?: boolean | undefined;
  /** Read whole documents, even unchanged ones, and store again what they say of known items. */
  reread?: boolean | undefined;
  /** How long to fetch before the response is sent; default 10. */
  wait_seconds?: number | undefined;
  /** From the previous response, with the same selection: resume there. */
  cursor?: string | undefined;
}

/** Results of a part of a refresh, and the cursor of the next. */
export interface RefreshBatch {
  results: RefreshOutcome[];
  /** Feeds of the selection without a result yet. */
  remaining: number;
  /** Minimum time between two fetches of a feed, set by the operator. */
  shortest_interval_seconds: number;
  /** Send it again to fetch the rest; null when all are done. */
  cursor: string | null;
}

/** One fetch of a feed's source. */
export interface FeedFetch {
  /** Counts up within the feed. */
  number: number;
  /** ISO 8601 in UTC. */
  at: string;
  outcome: 'updated' | 'unchanged' | 'failed';
  /** Status of a failed response. */
  http_status: number | null;
  items_new: number;
  items_changed: number;
  duration_ms: number;
  /** Why the source could not be read; null when it could. */
  error: Failure | null;
  /** What happened to the list of a changed page; absent when there is nothing to say. */
  note?: string | undefined;
  /** A hub sent the document; absent when it was fetched. */
  pushed?: true | undefined;
  /** Pages of items fetched for their full text; absent when there were none. */
  texts?:
    | {
        /** Items that have the text of their page now. */
        fetched: number;
        /** Items whose page gave no text; they keep the text of the feed. */
        failed: number;
        /** Items whose page is fetched at a later refresh. */
        waiting: number;
        /** The first failure; null without one. */
        error: Failure | null;
      }
    | undefined;
}

/** Items that match a search, and the cursor. */
export interface ItemSearch {
  /** The matching items, the last added first, each with its feed. */
  items: Item[];
  /** Send it again for more results; null at the end. A page may have fewer items than limit. */
  cursor: string | null;
  /**
   * Items of the service that are not searchable yet: after an upgrade, while the index is built;
   * usually 0.
   */
  unindexed: number;
}

/** The items whose pages to fetch. */
export interface FetchTextsBody {
  /** The newest items, at most so many: 1-500; default all. */
  limit?: number | undefined;
  /** Only items without the text of their page; default false: all are fetched again. */
  missing?: boolean | undefined;
  /** From the previous response: resume there; other fields are then ignored. */
  cursor?: string | undefined;
}

/** Texts fetched by one request, and the cursor. */
export interface FetchedTexts {
  /** Items that have the text of their page now. */
  fetched: number;
  /** Items whose page gave no text; they keep the text they had. */
  failed: number;
  /** Why pages gave no text. */
  failures: {
    /** Address of the page. */
    url: string;
    /** Error code. */
    code: string;
    /** What is wrong. */
    message: string;
  }[];
  /** Send it again to fetch the rest; null when all are done. */
  cursor: string | null;
}

/** The list that a feed would read after its page changed, beside the one it has. */
export interface FeedRepair {
  /** The feed. */
  id: string;
  /** Address of the page that was read. */
  page_url: string;
  /**
   * intact: the feed still finds its list, nothing to do; found: this is its list; uncertain: the
   * page has a list, but few of its items are known.
   */
  state: 'intact' | 'found' | 'uncertain';
  /** 0 to 1: that the new list is the list of the feed. */
  confidence: number;
  /** What the state follows from, for people. */
  reason: string;
  /** Items of the feed that the new list has, at their old address or by their title. */
  known: {
    /** Newest items of the feed that were looked for. */
    of: number;
    /** How many of them are in the new list. */
    found: number;
    /** 0 to 1: found / of. */
    share: number;
  };
  /** Items that the stored rule or the selectors still find. */
  current: number;
  /** New selectors for a feed that has some; null for others, and when intact. */
  selectors: Selectors | null;
  /** Both lists side by side, in the order of the new one. */
  items: {
    /** The item of the feed; null when it is new. */
    old: {
      title: string;
      url: string;
      /** ISO 8601 in UTC. */
      date_published: string | null;
    } | null;
    /** On the page; null when it is not there. */
    new: {
      title: string;
      url: string;
      /** ISO 8601 in UTC. */
      date_published: string | null;
    } | null;
  }[];
  /** Send it to accept the new list; null when there is nothing to accept. */
  proposal: string | null;
}

/** Which new list to accept. */
export interface RepairFeedBody {
  /** From the repair that was shown. */
  proposal: string;
}

/** Which older items of a source to store. */
export interface BackfillBody {
  /** At most so many older items: 1-500; default as many. */
  limit?: number | undefined;
  /** Only items with a date from this time on; ISO 8601. */
  since?: string | undefined;
  /** From the previous response: resume there; other fields are then ignored. */
  cursor?: string | undefined;
}

/** Older items stored, and the cursor. */
export interface Backfilled {
  /** Items stored by all requests so far. */
  items: number;
  /** Requests sent to the source so far, at most 50. */
  requests: number;
  /**
   * Why there are no more: complete: as many as wanted; no-older-items: the source names no older
   * documents; end: it has no more; limits: 50 requests, pages that repeat, or a link to another
   * site; full: the feed keeps no more; failed: see message; null: send cursor.
   */
  ended: 'complete' | 'no-older-items' | 'end' | 'limits' | 'full' | 'failed' | null;
  /** What is wrong; null when nothing is. */
  message: string | null;
  /** Send it again to fetch the rest; null when all are done. */
  cursor: string | null;
}

/** The service fetches the address. */
export interface PreviewUrl {
  url: string;
  /** What the source needs; nothing is stored. */
  access?: SourceAccess | undefined;
  /** Whether a browser opens the page; default auto. */
  render?: Render | undefined;
  /** Steps in the browser before the page is read. */
  steps?: string[] | undefined;
  selectors?: Selectors | undefined;
  /** Document to read; default auto. */
  from?: DocumentChoice | undefined;
  /** Filters that the feed would have. */
  filters?: FiltersInput | undefined;
  /** Explain how the items were found, or why there are none. */
  explain?: boolean | undefined;
}

/** A given document; nothing is fetched. */
export interface PreviewDocument {
  /** A page or a feed: its text, or its bytes in base64. */
  html: string;
  /** Encoding of html; default text. */
  encoding?: 'text' | 'base64' | undefined;
  /** Address of the document. */
  page_url: string;
  selectors?: Selectors | undefined;
  /** Document to read; default auto. */
  from?: DocumentChoice | undefined;
  /** Filters that the feed would have. */
  filters?: FiltersInput | undefined;
  /** Explain how the items were found, or why there are none. */
  explain?: boolean | undefined;
}

/** What to preview: an address, or a document and its address. */
export type PreviewBody = PreviewUrl | PreviewDocument;

/** How a page was converted to a feed, or why not. */
export interface Explanation {
  /** Null when no strategy found a list. */
  strategy: string | null;
  confidence: number;
  evidence: string[];
  runners_up: {
    strategy: string;
    confidence: number;
    evidence: string[];
    items: number;
  }[];
  /** Sets of records in the page, best first. */
  considered: {
    signature: string;
    family: string;
    records: number;
    score: number;
    parts: Record<string, number>;
  }[];
  /** Selectors for the considered lists. */
  suggestions: {
    list: 'winner' | 'runner-up';
    items: number;
    /** Titles of its first items. */
    titles: string[];
    selectors: Selectors;
  }[];
  rejected: {
    url: string;
    title: string;
    reason: string;
  }[];
  /** Further addresses that were fetched. */
  requests: string[];
  replayed: boolean;
}

/** The feed that an address or a document would produce; nothing is stored. */
export interface Preview {
  title: string;
  description: string;
  icon: string;
  site_url: string | null;
  /** Address to poll: of the feed found, or the page. */
  poll_url: string;
  from: 'feed' | 'page';
  /** The page had to be opened in a browser. */
  rendered: boolean;
  /** Of a page: 0 to 1, that the items are its list; null for a feed. */
  confidence: number | null;
  items: Item[];
  /** With filters: the items that they hide, each with dropped_by. */
  dropped?: Item[] | undefined;
  /** With explain: why the page has no items; null when it has. */
  failure: Failure | null;
  /** With explain, for a page: how its items were found. */
  explanation: Explanation | null;
  /** With explain: what a feed would store to find the items again. */
  rule?: unknown;
}

/** A process that serves the database. */
export interface Instance {
  /** all, no-refresh, api or worker. */
  role: string;
  /** Null for a process that takes no requests. */
  listen_url: string | null;
  public_url: string | null;
  /** ISO 8601 in UTC. */
  started_at: string;
}

/** How the service and the feeds of the account are. */
export interface ServiceHealth {
  /** Version of feedctl. */
  version: string;
  /** Feeds of the account by health. */
  feeds: {
    all: number;
    ok: number;
    failing: number;
    inactive: number;
  };
  /** A process serves the published addresses. */
  served: boolean;
  /** A process refreshes due feeds. */
  refreshed: boolean;
  queue: {
    /** How long the oldest due feed has been due. */
    refresh_lag_seconds: number;
    /** How long the oldest due webhook delivery has been due. */
    delivery_lag_seconds: number;
  };
  /** The processes that serve the database; for the owner account only. */
  instances?: Instance[] | undefined;
}
