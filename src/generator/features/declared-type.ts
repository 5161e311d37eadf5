import { isJsonObject, type Json, parseLooseJson } from '../page/json.js';
import type { Page } from '../page/page.js';
import { attribute } from '../page/tree.js';

/** The Open Graph type of a page, in lower case; "" if it has none. */
export function openGraphType(page: Page): string {
  for (const meta of page.elements('meta')) {
    const name = attribute(meta, 'property') ?? attribute(meta, 'name');
    if (name?.toLowerCase() === 'og:type')
      return (attribute(meta, 'content') ?? '').trim().toLowerCase();
  }
  return '';
}

/** Types of schema.org that describe the single subject of a page. */
const ONE =
  /(?:^|\/)(?:\w*Article|BlogPosting|Report|Product|JobPosting|Recipe|Review|VideoObject|Book|Movie)$/;
const MAX_OBJECTS = 2_000;

/** True if the structured data describes one thing, and no list. */
export function describesOne(page: Page): boolean {
  let things = 0;
  for (const { type, text } of page.scripts) {
    if (type !== 'application/ld+json' || text.length > 500_000) continue;
    const queue: Json[] = [parseLooseJson(text) ?? null];
    for (let at = 0; at < queue.length && at < MAX_OBJECTS; at += 1) {
      const value = queue[at];
      if (Array.isArray(value)) queue.push(...value);
      if (!isJsonObject(value)) continue;
      const types = [value['@type'] ?? ''].flat();
      if (types.some((name) => typeof name === 'string' && ONE.test(name))) things += 1;
      queue.push(value['@graph'] ?? null, value.mainEntity ?? null);
    }
  }
  return things === 1;
}
