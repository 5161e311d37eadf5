import { SLUG } from '../../contract/slug.js';

/** Whether a text can name the files of a static site. */
export function isSlug(text: string): boolean {
  return SLUG.pattern.test(text) && !SLUG.reserved.has(text.toLowerCase());
}

/** Why a text cannot, and a slug that can be written in its place. */
export function slugProblem(text: string): string {
  const rule = `must be 1 to ${SLUG.maxLength} letters, digits, - or _, because it names files`;
  if (SLUG.reserved.has(text.toLowerCase())) {
    return `must not be ${text.toLowerCase()}, which is a file of the site itself`;
  }
  const similar = text
    .replace(/[^0-9A-Za-z_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, SLUG.maxLength);
  return isSlug(similar) && similar !== text ? `${rule}; write ${similar}` : rule;
}
