import { nearestVersion, withoutSize } from '../../../base/picture-source.js';
import type { RawPicture } from './raw-entry.js';

/** The different pictures of Media RSS; of several sizes of one picture, the best. */
export function differentPictures(pictures: readonly RawPicture[]): RawPicture[] {
  const groups = new Map<string, RawPicture[]>();
  for (const picture of pictures.slice(0, MAX_PICTURES)) {
    const key = pictureKeyOf(picture);
    const known = groups.get(key) ?? [...groups.values()].find((group) => isOneOf(picture, group));
    if (known === undefined) groups.set(key, [picture]);
    else known.push(picture);
  }
  return [...groups.values()].flatMap((sizes) => {
    const best = nearestVersion(sizes.map((size) => ({ ...size, width: size.width ?? 0 })));
    const alt = sizes.find((size) => size.alt !== undefined)?.alt;
    return best === undefined ? [] : [{ ...best, alt }];
  });
}

const MAX_PICTURES = 100;

/** The key that all sizes of a picture share. */
export function pictureKeyOf({ url, width, height }: Pick<RawPicture, 'url' | 'width' | 'height'>) {
  return withoutSize(
    url,
    [width, height].filter((size) => size !== undefined),
  );
}

/**
 * True if files with names of their own are sizes of one picture: each has another width, and
 * nothing else differs.
 */
function isOneOf(picture: RawPicture, group: readonly RawPicture[]): boolean {
  return group.every(
    (other) =>
      picture.width !== undefined &&
      other.width !== undefined &&
      picture.width !== other.width &&
      picture.alt === other.alt &&
      isSameShape(picture, other),
  );
}

function isSameShape(a: RawPicture, b: RawPicture): boolean {
  const [shape, other] = [a, b].map(({ width = 0, height = 0 }) => height && width / height);
  return !shape || !other || Math.abs(shape / other - 1) < 0.05;
}
