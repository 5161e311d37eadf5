import { nearestVersion } from '../../../base/picture-source.js';
import { isImage, numberOf, present, type RawAttachment, type RawPicture } from './raw-entry.js';
import { fileAt } from './read-links.js';
import { differentPictures } from './read-pictures.js';
import type { XmlElement } from './xml-element.js';

/** The files and pictures of an entry, from enclosures and Media RSS. */
interface EntryMedia {
  attachments: RawAttachment[];
  /** Addresses of pictures, in order of preference. */
  images: string[];
  pictures: RawPicture[];
  keywords: string[];
  description: string | undefined;
}

/** Flash, which no browser has played since 2021; YouTube's feeds still name it for each video. */
const FLASH = 'application/x-shockwave-flash';

/** Reads `enclosure` and Media RSS. @param linked files among its links */
export function readMedia(entry: XmlElement, linked: readonly RawAttachment[]): EntryMedia {
  const groups = entry.all('media:group');
  const owners = groups.length === 0 ? [entry] : [entry, ...groups];
  const contents = owners.flatMap((owner) => owner.all('media:content'));
  const parts = contents.length === 0 ? owners : [...owners, ...contents];
  const enclosed = [
    ...entry.all('enclosure').flatMap((element) => fileAt(urlOf(element), element, 'length')),
    ...linked,
  ];
  const media = contents.filter((content) => content.attribute('type') !== FLASH).flatMap(fileOf);
  const pictures = [
    ...parts.flatMap((part) => part.all('media:thumbnail')).flatMap(fileOf),
    ...media.filter(isImage),
  ];
  return {
    // A picture of Media RSS belongs to the item; an enclosed picture is also a file.
    attachments: [
      ...enclosed,
      ...media.filter((one) => !isImage(one)).map((one) => ({ ...one, isMedia: true })),
    ].map(withDuration(durationOf(entry))),
    images: present(
      ...bestFirst(pictures),
      ...enclosed.filter(isImage).map(({ url }) => url),
      // `news:image` is from Bing's news search.
      ...[...entry.all('itunes:image'), ...entry.all('news:image')].map(imageAddress),
    ),
    pictures: differentPictures(owners.flatMap(picturesOf)),
    keywords: owners.flatMap(keywordsOf),
    description: parts.flatMap((part) => part.texts('media:description'))[0],
  };
}

/**
 * The pictures of an entry or a group with their alternative texts; a group may describe its single
 * picture.
 */
function picturesOf(owner: XmlElement): RawPicture[] {
  const images = owner.all('media:content').flatMap((content) =>
    fileOf(content)
      .filter(isImage)
      .map((file) => ({ content, file })),
  );
  const isGroup = owner.name === 'media:group';
  const common = isGroup ? owner.first('media:description') : undefined;
  return images.map(({ content, file: { url, type, width, height } }) => {
    const alt = content.first('media:description') ?? common ?? content.first('media:title');
    return { url, type, width, height, alt };
  });
}

/** The address of a picture, in any of its notations. */
export function imageAddress(image: XmlElement): string {
  const url = image.first('url') ?? image.attribute('href');
  return url ?? (image.children.length === 0 ? image.text() : '');
}

function urlOf(element: XmlElement): string {
  return element.attribute('url') ?? '';
}

function fileOf(element: XmlElement): RawAttachment[] {
  return fileAt(urlOf(element), element, 'filesize');
}

/** Sizes of one picture, the best first. */
function bestFirst(pictures: readonly RawAttachment[]): string[] {
  const sized = pictures.flatMap(({ url, width = 0 }) => (width > 0 ? [{ url, width }] : []));
  const best = pictures[0]?.width ? nearestVersion(sized) : undefined;
  return [...(best === undefined ? [] : [best.url]), ...pictures.map(({ url }) => url)];
}

function keywordsOf(part: XmlElement): string[] {
  const categories = part.all('media:category');
  return present(
    ...part.texts('media:keywords').flatMap(commaSeparated),
    ...categories.map((category) => category.attribute('label') ?? category.text()),
  );
}

/** The parts of a text between commas. */
export function commaSeparated(text: string): string[] {
  return present(...text.split(',').map((word) => word.trim()));
}

const CLOCK = /^(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)$/;
const UNITS =
  /^(?:pt)?(?:(\d+)h(?:(?:ou)?rs?|ours?)?)?(?:(\d+)m(?:in(?:ute)?s?)?)?(?:(\d+(?:\.\d+)?)s(?:ec(?:ond)?s?)?)?$/;

/**
 * Duration in seconds: "61", "1:01", "0:01:01", "1m1s", "PT1M1S" and "1 min 1 sec" are the same.
 */
function durationOf(entry: XmlElement): number | undefined {
  const text = entry.first('itunes:duration')?.replace(/\s+/g, '').slice(0, 100).toLowerCase();
  const parts = CLOCK.exec(text ?? '') ?? UNITS.exec(text ?? '');
  if (!text || parts === null) return numberOf(text);
  const [hours, minutes, seconds] = parts
    .slice(1)
    .map((part = '0') => Number(part.replace(',', '.')));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** Adds `itunes:duration` to the first file, unless that has its own. */
function withDuration(duration: number | undefined) {
  return (attachment: RawAttachment, index: number): RawAttachment =>
    index > 0 || duration === undefined || attachment.duration !== undefined
      ? attachment
      : { ...attachment, duration };
}
