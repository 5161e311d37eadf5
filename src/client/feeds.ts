import { FEED_FIELDS } from '../resources/feed.js';
import { having } from '../resources/field.js';
import { pathSegment } from './base-url.js';
import type { Calls } from './calls.js';
import { decodeFeed, decodeFeedSettings, decodeFeedSummary } from './decode.js';
import {
  refuseFilters,
  unsupported,
  usesExtensions,
  usesFilters,
  withoutExtensions,
} from './extensions.js';
import type {
  CallOptions,
  FeedFilter,
  FeedParts,
  ItemOptions,
  PageOptions,
  RawCallOptions,
} from './options.js';
import type { ListOptions, Rows } from './paging.js';
import type {
  CreateFeedBody,
  Deleted,
  Feed,
  FeedSettings,
  FeedSummary,
  UpdateFeedBody,
  UpdateFeedSettingsBody,
} from './resources.js';

/** Fields of changes that only feedctl's own service takes. */
const OWN_FIELDS: readonly string[] = having(FEED_FIELDS, { own: true });

/** Feeds and their settings, with the fields that only feedctl's own service takes. */
export class FeedCalls {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  async create(body: CreateFeedBody, options: CallOptions): Promise<Feed> {
    const isAccepted = !usesExtensions(body) || (await this.#calls.hasExtensions(options));
    const accepted = isAccepted ? body : withoutExtensions(body);
    return this.#calls.call('POST', '/v1/feeds', decodeFeed, { ...options, body: accepted });
  }

  get(id: string, { sort, dropped, ...options }: ItemOptions): Promise<Feed> {
    const query = { sort, dropped };
    return this.#calls.call('GET', pathOf(id), decodeFeed, { ...options, query });
  }

  async list(page: PageOptions & FeedFilter & FeedParts): Promise<FeedSummary[]> {
    const { limit, offset, search, sort, health, include, ...options } = page;
    const filter = { search, sort, health };
    await this.#requireFilters(filter, options);
    const query = { limit, offset, ...filter, ...(await this.#known({ include }, options)) };
    return (await this.#calls.page('/v1/feeds', decodeFeedSummary, { ...options, query })).data;
  }

  all(list: ListOptions & FeedFilter & FeedParts): Rows<FeedSummary> {
    const { search, sort, health, include, ...options } = list;
    const filter = { search, sort, health };
    const readPage = async ({ query, signal }: RawCallOptions) => {
      await this.#requireFilters(filter, { signal });
      const whole = { ...query, ...(await this.#known({ include }, { signal })) };
      return this.#calls.page('/v1/feeds', decodeFeedSummary, { query: whole, signal });
    };
    return this.#calls.rows(options, readPage, filter);
  }

  async update(id: string, body: UpdateFeedBody, options: CallOptions): Promise<FeedSummary> {
    await this.#requireExtensions(body.url === undefined ? firstOwn(body) : 'url', options);
    return this.#calls.call('PATCH', pathOf(id), decodeFeedSummary, { ...options, body });
  }

  settings(id: string, options: CallOptions): Promise<FeedSettings> {
    return this.#calls.call('GET', `${pathOf(id)}/settings`, decodeFeedSettings, options);
  }

  async updateSettings(
    id: string,
    body: UpdateFeedSettingsBody,
    options: CallOptions,
  ): Promise<FeedSettings> {
    await this.#requireExtensions(firstOwn(body), options);
    const call = { ...options, body };
    return this.#calls.call('PATCH', `${pathOf(id)}/settings`, decodeFeedSettings, call);
  }

  delete(id: string, options: CallOptions): Promise<Deleted> {
    return this.#calls.delete(id, pathOf(id), options);
  }

  async #requireExtensions(field: string | undefined, options: CallOptions): Promise<void> {
    if (field === undefined || (await this.#calls.hasExtensions(options))) return;
    throw unsupported(field);
  }

  async #requireFilters(filter: FeedFilter, options: CallOptions): Promise<void> {
    if (usesFilters(filter) && !(await this.#calls.hasExtensions(options))) refuseFilters(filter);
  }

  /** Nothing for a service that does not know the parts: its feeds will do without them. */
  async #known(parts: FeedParts, options: CallOptions): Promise<FeedParts> {
    if (parts.include === undefined) return {};
    return (await this.#calls.hasExtensions(options)) ? parts : {};
  }
}

function pathOf(id: string): string {
  return `/v1/feeds/${pathSegment('id', id)}`;
}

function firstOwn(body: object): string | undefined {
  return Object.entries(body).find(
    ([name, value]) => value !== undefined && OWN_FIELDS.includes(name),
  )?.[0];
}
