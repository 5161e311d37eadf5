// Limits of the interface. They stand apart from the schemas, which are built when they are used.

/** Maximum lengths of values, in characters. */
export const LENGTHS = { url: 4096, title: 1000, description: 10_000, keyword: 1000 } as const;

/** Page sizes of lists. */
export const PAGE = { defaultLimit: 10, maxLimit: 100 } as const;

/**
 * Page sizes of the list of items; the maximum is the number of items that a feed keeps by default.
 */
export const ITEM_PAGE = { default: PAGE.defaultLimit, max: 500 } as const;

/** Maximum number of feed ids in one POST /v1/bundles. */
export const MAX_FEEDS_PER_REQUEST = 10_000;

/** Maximum of feeds and bundles in one POST /v1/refresh. */
export const MAX_REFRESH_IDS = 1000;

/** Maximum number of items in one request for texts; a feed keeps as many by default. */
export const MAX_TEXT_ITEMS = 500;

/** Maximum size of POST /v1/preview in bytes; it may contain a document. */
export const MAX_PREVIEW_BYTES = 8 * 1024 * 1024;

/** Maximum length of names, in characters. */
export const MAX_KEY_NAME_LENGTH = 200;
export const MAX_WEBHOOK_NAME_LENGTH = 200;

/** Maximum number of requests for the older items of one feed. */
export const MAX_BACKFILL_REQUESTS = 50;

/** Maximum number of older items of one feed; the operator may keep fewer. */
export const MAX_BACKFILL_ITEMS = 500;

/** Maximum number of items in one event, new and changed together. */
export const MAX_EVENT_ITEMS = 100;
