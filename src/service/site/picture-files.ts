import type { PictureCache } from '../fetch/pictures/picture-cache.js';
import { pictureKey } from '../publish/html.js';
import { contentHash } from './site-key.js';
import type { SiteRequest } from './site-request.js';

/** Maximum that one build fetches, so that a site with thousands of feeds takes minutes. */
const MAX_FETCHED = 1000;
const MAX_FETCHING_MS = 180_000;

/** Time for which a page waits for a picture, in milliseconds. */
const WAIT_MS = 10_000;

const NAME = /^picture-([0-9a-f]{24})\.[a-z]+$/;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
};

/** The pictures of a site as files next to its pages. Each address is fetched once. */
export class PictureFiles {
  /** File names by the key of the address. */
  readonly #names = new Map<string, string>();
  readonly #before: Readonly<Record<string, string>>;
  readonly #request: Pick<SiteRequest, 'pictures' | 'writeFile'>;
  readonly #cache: () => Promise<Pick<PictureCache, 'get'>>;
  readonly #hashes: Record<string, string> = {};
  #fetched = 0;
  #until: number | null = null;

  constructor(
    request: Pick<SiteRequest, 'pictures' | 'writeFile' | 'marker'>,
    cache: () => Promise<Pick<PictureCache, 'get'>>,
  ) {
    this.#request = request;
    this.#cache = cache;
    this.#before = request.marker?.files ?? {};
    for (const name of Object.keys(this.#before)) {
      const key = NAME.exec(name)?.[1];
      if (key !== undefined) this.#names.set(key, name);
    }
  }

  /** SHA-256 of the pictures that the site has, by file name. */
  get hashes(): Readonly<Record<string, string>> {
    return this.#hashes;
  }

  /** The name of the file of a picture; null if there is none. */
  nameOf = (address: string): string | null => {
    return this.#request.pictures ? (this.#names.get(pictureKey(address)) ?? null) : null;
  };

  /** Fetches the pictures at these addresses that are missing. Returns the names of all. */
  async fetch(addresses: readonly string[]): Promise<string[]> {
    if (!this.#request.pictures) return [];
    await Promise.all([...new Set(addresses)].map((address) => this.#fetchOne(address)));
    const names = [...new Set(addresses)].flatMap((address) => this.nameOf(address) ?? []);
    this.keep(names);
    return names.sort();
  }

  /** Keeps files of the last build. */
  keep(names: readonly string[]): void {
    for (const name of names) this.#hashes[name] ??= this.#before[name] ?? '';
  }

  async #fetchOne(address: string): Promise<void> {
    const key = pictureKey(address);
    this.#until ??= performance.now() + MAX_FETCHING_MS;
    if (this.#names.has(key)) return;
    if (this.#fetched >= MAX_FETCHED || performance.now() > this.#until) return;
    this.#fetched += 1;
    const picture = await (await this.#cache()).get(address, WAIT_MS);
    if (picture.state !== 'found') return;
    const name = `picture-${key}.${EXTENSIONS[picture.type] ?? 'img'}`;
    this.#names.set(key, name);
    this.#hashes[name] = contentHash(picture.body);
    await this.#request.writeFile(name, picture.body);
  }
}
