import { hash } from 'node:crypto';
import { DAY, HOUR, MINUTE } from '../../../src/service/core/durations.js';
import type { ScheduleHints } from '../../../src/service/core/source-document.js';

/** What a publisher is like. Times in milliseconds since the start of the month. */
export interface Manners {
  name: string;
  /** Between two items. */
  every: number;
  /** Items in the document; default 6. */
  window?: number;
  validators?: 'etag' | 'last-modified';
  ttlMinutes?: number;
  skipHours?: number[];
  maxAgeSeconds?: number;
  /** Answers with something else for a while. */
  troubles?: Trouble[];
  /** From then on every guid is another. */
  guidsChangeAt?: number;
  /** Every so many items share a guid with the one before. */
  guidRepeatsEvery?: number;
  /** Every so many items are edited half a day after they appeared. */
  editsEvery?: number;
  /** Counters and tracking parameters that are others at every look. */
  isRestless?: boolean;
  /** Every other answer comes from a replica that is one item behind. */
  flaps?: boolean;
  /** What the header says of the charset, wrongly: the document is UTF-8. */
  charset?: string;
  /** Redirects for good to another address from then on. */
  movesAt?: number;
  /** Every so many items only the order in the document changes. */
  listsOldestFirst?: boolean;
}

export interface Trouble {
  from: number;
  to: number;
  answer: { status: number; retryAfterSeconds?: number } | 'hang';
  /** Only for so many answers. */
  times?: number;
}

/** An item as it stood in a document, by what makes it the same and what makes it different. */
export interface ListedItem {
  id: number;
  version: number;
  title: string;
  publishedAt: number;
}

/** What a publisher answers, with what it means. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Never answers at all. */
  hangs: boolean;
  /** What a whole document lists; null for anything else. */
  listed: ListedItem[] | null;
}

/** Items that are out before the month begins. */
const BACKLOG = 6;
const NOTHING = Buffer.alloc(0);

/** One source of the simulated web: everything it says follows from the time it is asked at. */
export class Publisher {
  #answers = 0;
  readonly #troubled = new Map<Trouble, number>();

  constructor(
    readonly number: number,
    readonly manners: Manners,
    readonly start: number,
  ) {}

  /** Path of the document at first, and after a move. */
  get path(): string {
    return `/feeds/${this.number}.xml`;
  }

  get newPath(): string {
    return `/moved/${this.number}.xml`;
  }

  get hints(): ScheduleHints {
    const { ttlMinutes, skipHours = [] } = this.manners;
    const minIntervalMs = ttlMinutes === undefined ? null : ttlMinutes * MINUTE;
    return { minIntervalMs, skipHours, skipDays: [] };
  }

  get freshForMs(): number | null {
    const { maxAgeSeconds } = this.manners;
    return maxAgeSeconds === undefined ? null : maxAgeSeconds * 1000;
  }

  answer(path: string, headers: Record<string, string | undefined>, now: number): Answer {
    const time = now - this.start;
    const trouble = this.#troubleAt(time);
    if (trouble !== undefined) return troubleAnswer(trouble);
    if ((this.manners.movesAt ?? Number.POSITIVE_INFINITY) <= time && path === this.path) {
      return { ...plain(301), headers: { location: this.newPath } };
    }
    this.#answers += 1;
    return this.#document(headers, now);
  }

  #troubleAt(time: number): Trouble | undefined {
    const trouble = this.manners.troubles?.find(({ from, to }) => from <= time && time < to);
    if (trouble === undefined) return undefined;
    const before = this.#troubled.get(trouble) ?? 0;
    this.#troubled.set(trouble, before + 1);
    return before < (trouble.times ?? Number.POSITIVE_INFINITY) ? trouble : undefined;
  }

  #document(request: Record<string, string | undefined>, now: number): Answer {
    const listed = this.#listed(now);
    const body = Buffer.from(this.#xml(listed, now));
    const validator = this.#validator(body, listed);
    const headers = {
      'content-type': `application/rss+xml; charset=${this.manners.charset ?? 'utf-8'}`,
      ...(this.freshForMs === null
        ? {}
        : { 'cache-control': `max-age=${this.manners.maxAgeSeconds}` }),
      ...validator,
    };
    const isSame =
      (validator.etag !== undefined && request['if-none-match'] === validator.etag) ||
      (validator['last-modified'] !== undefined &&
        request['if-modified-since'] === validator['last-modified']);
    return isSame
      ? { ...plain(304), headers }
      : { status: 200, headers, body, hangs: false, listed };
  }

  #validator(body: Buffer, listed: readonly ListedItem[]): Record<string, string> {
    if (this.manners.validators === 'etag') return { etag: `"${hash('sha1', body)}"` };
    if (this.manners.validators !== 'last-modified') return {};
    const newest = Math.max(...listed.map(({ publishedAt }) => publishedAt));
    return { 'last-modified': new Date(newest).toUTCString() };
  }

  #listed(now: number): ListedItem[] {
    const { every, window = BACKLOG, flaps = false, listsOldestFirst = false } = this.manners;
    const time = now - this.start;
    const newest = BACKLOG + Math.floor(time / every) - (flaps && this.#answers % 2 === 0 ? 1 : 0);
    const oldest = Math.max(1, newest - window + 1);
    const ids = Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
    const items = ids.map((id) => this.#item(id, now));
    return listsOldestFirst ? items.reverse() : items;
  }

  #item(id: number, now: number): ListedItem {
    const { every, editsEvery } = this.manners;
    const publishedAt = this.start + (id - BACKLOG) * every;
    const isEdited = editsEvery !== undefined && id % editsEvery === 0;
    const version = isEdited && now >= publishedAt + DAY / 2 ? 2 : 1;
    return { id, version, title: this.#title(id), publishedAt };
  }

  /** Words that differ from item to item: alike titles would be taken for one that was edited. */
  #title(id: number): string {
    const words = hash('sha1', `${this.number}/${id}`).slice(0, 12);
    return `Überraschung ${words} – № ${id} of ${this.number}`;
  }

  #xml(listed: readonly ListedItem[], now: number): string {
    const { ttlMinutes, skipHours = [] } = this.manners;
    const hours = skipHours.map((hour) => `<hour>${hour}</hour>`).join('');
    return [
      '<?xml version="1.0"?><rss version="2.0"><channel>',
      `<title>Feed ${this.number}</title><link>https://www.site.com/</link>`,
      ttlMinutes === undefined ? '' : `<ttl>${ttlMinutes}</ttl>`,
      hours === '' ? '' : `<skipHours>${hours}</skipHours>`,
      ...listed.map((item) => this.#entry(item, now)),
      '</channel></rss>',
    ].join('\n');
  }

  #entry({ id, version, title, publishedAt }: ListedItem, now: number): string {
    const { isRestless = false } = this.manners;
    const age = Math.max(1, Math.round((now - publishedAt) / HOUR));
    const counter = isRestless ? `&lt;i&gt;${age} hours ago, ${age * 7} views&lt;/i&gt;` : '';
    const tracking = isRestless ? `?utm_campaign=${now % 1000}` : '';
    return [
      '<item>',
      `<guid isPermaLink="false">${this.#guid(id, now)}</guid>`,
      `<title>${title}</title>`,
      `<link>https://www.site.com/${this.number}/article-${100_000 + id}${tracking}</link>`,
      `<description>Text ${version} of ${id}. ${counter}</description>`,
      `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`,
      '</item>',
    ].join('');
  }

  #guid(id: number, now: number): string {
    const { guidsChangeAt = Number.POSITIVE_INFINITY, guidRepeatsEvery } = this.manners;
    const repeats = guidRepeatsEvery !== undefined && id % guidRepeatsEvery === 0;
    const named = repeats ? id - 1 : id;
    const system = now - this.start >= guidsChangeAt ? 'new-system' : 'old-system';
    return `${system}:${this.number}:${hash('sha1', `${named}`).slice(0, 8).replace(/\d/g, 'x')}`;
  }
}

function troubleAnswer({ answer }: Trouble): Answer {
  if (answer === 'hang') return { ...plain(200), hangs: true };
  const { status, retryAfterSeconds } = answer;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return { ...plain(status), headers };
}

function plain(status: number): Answer {
  return { status, headers: {}, body: NOTHING, hangs: false, listed: null };
}
