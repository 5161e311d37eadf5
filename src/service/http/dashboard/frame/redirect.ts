import type { DoneKey } from '../views/done.js';
import type { PageContext } from './page-env.js';

/**
 * How far up the dashboard begins from here: a proxy may serve it under a longer path, which only
 * the browser knows, so every address on a page is relative.
 */
export function pathToRoot(path: string): string {
  return `${'../'.repeat(path.split('/').length - 2)}dashboard/`;
}

/**
 * After a form has been carried out: on to a page, by GET.
 * @param page below the dashboard, such as `keys`; "" is its first page.
 */
export function seeOther(context: PageContext, page: string, done?: DoneKey): Response {
  const root = pathToRoot(context.req.path);
  const target = page === '' ? root.slice(0, -1) : `${root}${page}`;
  const query = done === undefined ? '' : `${target.includes('?') ? '&' : '?'}done=${done}`;
  return context.redirect(`${target}${query}`, 303);
}
