/** Attributes of an element by their names in lower case. */
export type TagAttributes = Readonly<Record<string, string | undefined>>;

/** One of several versions of a picture; width 0 when it is not stated. */
interface PictureVersion {
  address: string;
  width: number;
}

/** The preferred width in pixels: about the width at which readers show pictures. */
const BEST_WIDTH = 1200;

/** At most this many characters of a `srcset` are read: longer ones repeat the same picture. */
const MAX_SOURCE_SET = 16_384;
const MAX_VERSIONS = 50;
const MAX_NAME = 40;

/**
 * Attributes that a script copies into `src` and `srcset` when a picture comes into view:
 * `data-src`, `data-lazy-src`.
 */
const LAZY_SOURCE = /^data-(?:.*-)?(?:\w*src|original|lazy|lazyload|echo)$/;
const LAZY_SET = /^data-(?:.*-)?\w*srcset$/;
/** Further such attributes, used only if nothing else names a picture: some of them hold a link. */
const MAYBE_SOURCE = ['data-url', 'data-image', 'data-img', 'data-delayed-url'];

/** File names of placeholders that are shown while a picture loads. */
const PLACEHOLDER =
  /(?:^|[-_.])(?:spacer|pixel|blank|placeholder|load(?:er|ing)|transparent|1x1|\w{0,20}lazy\w{0,20}|gr[ae]y|empty|dummy|clear|lqip)(?:$|[-_.@\d])/i;
/** Placeholders by names that no other picture has. */
const BLANK =
  /^(?:spacer|pixel|blank|placeholder|loading|transparent|1x1|clear|empty|grey|gray|lazyload)[\d_x-]*\.(?:gif|png|svg)(?:$|[?#])/i;

/** Longest data address that stays in a text, in characters. */
const MAX_DATA_PICTURE = 65_536;
/**
 * Raster pictures as data addresses. SVG is left out: within a text it is mostly an empty
 * placeholder.
 */
const DATA_PICTURE = /^data:image\/(?:png|gif|jpe?g|webp|avif);base64,/i;

/**
 * The address of a picture in its best version, as it is written: what a script would load, else
 * `src`, else the version of `srcset` that is nearest to 1,200 px. Null for counting pixels and
 * placeholders.
 * @param sources further `source` elements, as `picture` has them
 */
export function pictureSource(
  image: TagAttributes,
  sources: readonly TagAttributes[] = [],
): string | null {
  if (isPixel(image)) return null;
  const found =
    lazySource(image) ??
    best(usable(image.src), image.srcset ? [image.srcset] : []) ??
    bestOf(sources);
  if (found !== null) return found;
  const others = MAYBE_SOURCE.flatMap((name) => image[name] ?? []).filter(isAddress);
  const last = others.find((address) => !isBlank(address)) ?? image.src?.trim() ?? '';
  return last === '' || isBlank(last) ? null : last;
}

function lazySource(image: TagAttributes): string | null {
  const names = Object.keys(image).filter(
    (name) => name.startsWith('data-') && name.length <= MAX_NAME,
  );
  if (names.length === 0) return null;
  const values = (like: RegExp) =>
    names.flatMap((name) => (like.test(name) ? image[name]?.trim() || [] : []));
  const single = values(LAZY_SOURCE).find((address) => isAddress(address) && !isBlank(address));
  return best(single, values(LAZY_SET));
}

/** Prefers other formats to AVIF, which not every reader shows. */
function bestOf(sources: readonly TagAttributes[]): string | null {
  const isAvif = ({ type }: TagAttributes) => type?.toLowerCase() === 'image/avif';
  const ordered = [...sources.filter((source) => !isAvif(source)), ...sources.filter(isAvif)];
  for (const source of ordered) {
    const found = pictureSource(source);
    if (found !== null) return found;
  }
  return null;
}

function best(single: string | undefined, sets: readonly string[]): string | null {
  if (single !== undefined && !sets.some((set) => set.includes(single))) return single;
  const versions = sets.flatMap(versionsOf).filter(({ address }) => !isBlank(address));
  const isListed = single === undefined || versions.some(({ address }) => address === single);
  return (isListed ? nearestVersion(versions)?.address : undefined) ?? single ?? null;
}

/** The version whose width is nearest to `BEST_WIDTH`; the first of equals. */
export function nearestVersion<Version extends { width: number }>(
  versions: readonly Version[],
): Version | undefined {
  let nearest: Version | undefined;
  for (const version of versions) {
    if (nearest === undefined || distance(version.width) < distance(nearest.width)) {
      nearest = version;
    }
  }
  return nearest;
}

function distance(width: number): number {
  return Math.abs(width - BEST_WIDTH);
}

/** The versions that a `srcset` lists, in its order. `2x` counts as 2,000 px wide. */
export function versionsOf(set: string): PictureVersion[] {
  const versions: PictureVersion[] = [];
  const part = /[\s,]*(\S+)/y;
  const text = set.slice(0, MAX_SOURCE_SET);
  while (versions.length < MAX_VERSIONS) {
    const written = part.exec(text)?.[1];
    if (written === undefined) break;
    const address = written.replace(/,{1,9}$/, '');
    if (address !== written) {
      versions.push({ address, width: 0 });
      continue;
    }
    const comma = text.indexOf(',', part.lastIndex);
    const end = comma < 0 ? text.length : comma;
    const size = /^\s*(\d{1,6}(?:\.\d{1,4})?)([wx])/.exec(text.slice(part.lastIndex, end));
    const factor = size?.[2] === 'x' ? 1000 : 1;
    versions.push({ address, width: Number(size?.[1] ?? 0) * factor });
    part.lastIndex = end;
  }
  return versions;
}

/** Words and numbers in a path that give the size of a picture. */
const SIZE_IN_NAME =
  /[-_.@](?:\d{2,5}x\d{2,5}|\d(?:\.\d)?x|scaled|small|medium|large|thumb(?:nail)?|orig(?:inal)?)(?=[-_./]|$)/gi;
const SIZE_AS_FOLDER =
  /\/(?:\d{2,5}x\d{2,5}|small|medium|large|thumb(?:nail)?s?|orig(?:inal)?|[wh][_-]?\d{2,5}(?:,[wh]_\d{2,5})?)(?=\/)/gi;
const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp|avif)$/i;
const SIZE_PARAMETER =
  /^(?:w|h|width|height|q|quality|size|s|sz|fit|crop|dpr|auto|fm|format|resize|ssl|strip|max|maxwidth|imwidth)$/i;

/**
 * An address without the size of the picture: all sizes of one picture give the same result.
 * @param sizes pixels that are known from attributes, and may be part of the address
 */
export function withoutSize(address: string, sizes: readonly number[] = []): string {
  const [path = '', query = ''] = address.slice(0, 4096).replace(/#.*/s, '').split('?', 2);
  const plain = path
    .replace(SIZE_AS_FOLDER, '')
    .replace(SIZE_IN_NAME, '')
    .replace(/(?<![\da-z])\d{2,5}(?![\da-z])/gi, (number) =>
      sizes.includes(Number(number)) ? '' : number,
    );
  const parameters = PICTURE_NAME.test(path)
    ? []
    : query.split('&').filter((part) => !SIZE_PARAMETER.test(part.replace(/=.*/s, '')));
  return `${plain.replace(/^https?:/i, '')}?${parameters.join('&')}`;
}

function usable(src: string | undefined): string | undefined {
  const address = src?.trim() ?? '';
  return address === '' || isPlaceholder(address) ? undefined : address;
}

/** Such attributes may also hold JSON or a number. */
function isAddress(value: string): boolean {
  return value !== '' && !/^[[{<\d]|^(?:true|false|auto|none|null|undefined)$/.test(value);
}

/** True if a picture is known to be a placeholder. */
function isPlaceholder(address: string): boolean {
  if (/^(?:data|about|javascript|blob):/i.test(address)) return !isDataPicture(address);
  return PLACEHOLDER.test(fileOf(address));
}

function isBlank(address: string): boolean {
  if (/^(?:data|about|javascript|blob):/i.test(address)) return !isDataPicture(address);
  return BLANK.test(fileOf(address));
}

/** The name of the file without its query. */
function fileOf(address: string): string {
  const path = address.slice(0, 4096).replace(/[?#].*$/s, '');
  return path.slice(path.lastIndexOf('/') + 1);
}

/** True for tracking pixels. */
function isPixel({ width = '', height = '' }: TagAttributes): boolean {
  return [width, height].some((size) => /^\s*[012](?:px)?\s*$/.test(size));
}

/**
 * True for a data address of a raster picture of more than a few pixels that is small enough to
 * stay in a text.
 */
export function isDataPicture(address: string): boolean {
  const start = DATA_PICTURE.exec(address)?.[0];
  if (start === undefined || address.length > MAX_DATA_PICTURE) return false;
  const bytes = Buffer.from(address.slice(start.length, start.length + 64), 'base64');
  if (bytes.length < 24) return false;
  const kind = bytes.toString('latin1', 0, 4);
  if (kind === 'GIF8') return bytes.readUInt16LE(6) > 2 && bytes.readUInt16LE(8) > 2;
  if (kind === '\x89PNG') return bytes.readUInt32BE(16) > 2 && bytes.readUInt32BE(20) > 2;
  return true;
}

/** True if an address is known to be that of a portrait of its author. */
export function isAvatar(address: string): boolean {
  return /^https?:\/\/(?:[^/]*\.)?gravatar\.com\/|\/avatars?\//i.test(address.slice(0, 4096));
}
