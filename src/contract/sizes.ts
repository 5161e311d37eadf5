// What the interface accepts at most. Without schemas, which are built when they are used.

/** Longest accepted values, in characters. */
export const LENGTHS = { url: 4096, title: 1000, description: 10_000, keyword: 1000 } as const;

/** Page sizes of lists. */
export const PAGE = { defaultLimit: 10, maxLimit: 100 } as const;

/** Page sizes of the list of items; as many as a feed keeps by default. */
export const ITEM_PAGE = { default: PAGE.defaultLimit, max: 500 } as const;

/** Most feed ids in one POST /v1/bundles. */
export const MAX_FEEDS_PER_REQUEST = 10_000;

/** Maximum of feeds and bundles in one POST /v1/refresh. */
export const MAX_REFRESH_IDS = 1000;

/** Most items of one request for texts; as many as a feed keeps by default. */
export const MAX_TEXT_ITEMS = 500;

/** Maximum size of POST /v1/preview in bytes; it may contain a document. */
export const MAX_PREVIEW_BYTES = 8 * 1024 * 1024;

/** Maximum length of names, in characters. */
export const MAX_KEY_NAME_LENGTH = 200;
export const MAX_WEBHOOK_NAME_LENGTH = 200;

/** Most requests for the older items of one feed. */
export const MAX_BACKFILL_REQUESTS = 50;

/** Most older items of one feed; the operator may keep fewer. */
export const MAX_BACKFILL_ITEMS = 500;

/** Maximum number of items in one event, new and changed together. */
export const MAX_EVENT_ITEMS = 100;
