import { parseUrl } from '../../base/url.js';

/** Path parts before a list by name: the next part is a name, not a document. */
const LISTS = new Set(
  (
    'tag tags category categories categoria kategorie topic topics theme themen section sections ' +
    'author authors autor autoren user users profile profiles member members'
  ).split(' '),
);
const MAX_NAME = 40;
/** Path parts of accounts, imprints and tools. */
const UTILITY = new Set(
  (
    'login log-in signin sign-in register registrieren account konto cart basket warenkorb checkout ' +
    'search suche about about-us contact contact-us kontakt impressum imprint privacy privacy-policy ' +
    'datenschutz terms agb legal cookie cookies help faq support advertise newsletter subscribe abo ' +
    'rss sitemap'
  ).split(' '),
);
const SIGN_UP_OR_TERMS = /^(?:[a-z]*sign-?up\d*|terms-of-\w+)$/;
const UTILITY_HOST =
  /(?:^|\.)(?:facebook\.com|twitter\.com|x\.com|linkedin\.com|pinterest\.\w+|whatsapp\.com|t\.me|telegram\.me|instagram\.com|tumblr\.com|vk\.com)$/i;
const UTILITY_QUERY = /[?&](?:replytocom|share|login|add[-_]to[-_](?:cart|wishlist|compare))=/i;
/**
 * The query of a WordPress list. Below a path the same query is the origin of a visit to an item:
 * `/soap.html?cat=340`.
 */
const LIST_QUERY = /^\?(?:cat|category|tag|author)=[^&]+$/i;
/** Actions of the buttons on a shop's cards, with the product as the value. */
const SHOP_ACTION = /^(?:wishlist|add[-_]to[-_]cart|product_compare|compare)$/;
/**
 * Query of another view of the page itself: its next part, its order. WordPress numbers its posts
 * `?p=1024`.
 */
const VIEW_QUERY =
  /[?&](?:(?:sort|order|filter|lang|page|paged|start|offset|print|view)=|p=(?!\d{3}))/i;

/** True for an address of lists, accounts and imprints rather than of one item. */
export function isUtilityAddress(url: URL, page: URL): boolean {
  const path = url.pathname.replace(/\/+$/, '');
  const { search } = url;
  if (/share|intent|pin\/create|^$/.test(path) && UTILITY_HOST.test(url.hostname)) return true;
  const segments = path.toLowerCase().split('/');
  const [list = '', last = ''] = segments.slice(-2);
  if (UTILITY.has(last) || SIGN_UP_OR_TERMS.test(last)) return true;
  if (list === 'page' && /^\d+$/.test(last)) return true;
  if (segments.some((segment) => SHOP_ACTION.test(segment))) return true;
  if (search !== '' && UTILITY_QUERY.test(search)) return true;
  if (search !== '' && LIST_QUERY.test(search) && /^(?:\/index\.php)?$/.test(path)) return true;
  const isName = last !== '' && last.length <= MAX_NAME && !/\d/.test(last);
  if (isName && LISTS.has(list)) return true;
  if (search === '' || !VIEW_QUERY.test(search)) return false;
  return url.pathname === page.pathname && url.host === page.host;
}

/**
 * The address of a picture alone, which opens from a gallery. Wikis have pages about pictures,
 * "File:X.jpg".
 */
const PICTURE = /^[^?#]*\/[^/?#:]+\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#]|$)/i;

/** True for the address of a picture. */
export function isPictureAddress(url: string): boolean {
  return PICTURE.test(url);
}

/** True for the home page of a site. */
export function isHomeAddress(url: URL): boolean {
  return /^\/?(?:index\.\w+)?$/.test(url.pathname) && url.search === '';
}

/** True for an address with the form of a single document: a date, a number, a slug or a file. */
export function isDocumentAddress(url: URL): boolean {
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') return false;
  if (/\/\d{4}\/\d{1,2}(?:\/|$)|\d{4,}|\.(?:s?html?|php|aspx?|jsp|pdf|ece|cms)$/i.test(path))
    return true;
  const last = path.slice(path.lastIndexOf('/') + 1);
  if ((last.match(/[-_]/g)?.length ?? 0) >= 2 || last.length > 24) return true;
  return /[?&](?:id|p|t|tid|article|story|item|newsid|post|v)=\w+/i.test(url.search);
}

/**
 * The shape that all articles of a site have in common in any section: it omits the names of
 * sections, and keeps the number of segments and which of them are numbers or long names.
 */
export function looseShape(url: URL): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const shape = segments.map((segment, at) => {
    if (/^\d+$/.test(segment)) return '#';
    const isLong = /[-_].*[-_]|\d{3,}|%[\da-f]{2}/i.test(segment) || segment.length > 20;
    return isLong ? '*' : at === segments.length - 1 ? 'end' : 'name';
  });
  const query = queryNames(url).filter((name) => !TRACKING.test(name));
  const site = url.hostname.replace(/^www\./, '');
  return `${site}/${shape.slice(0, 5).join('/')}${query.length === 0 ? '' : `?${query.sort().slice(0, 3).join('&')}`}`;
}

const TRACKING = /^utm_/;

/** Distinct names of the query's parameters. Most addresses have none. */
function queryNames(url: URL): string[] {
  return url.search === '' ? [] : [...new Set(url.searchParams.keys())];
}

/**
 * True for the address of one article: a date, a long number, a name of several words, a random id.
 */
export function isOneDocument(url: URL): boolean {
  const path = url.pathname.replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{2,5}$/, '');
  if (/\/\d{4}\/\d{1,2}(?:\/|$)|\d{5,}/.test(path)) return true;
  if ((last.match(/[-_]/g)?.length ?? 0) >= 2) return true;
  if (/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{8,}$/.test(last)) return true;
  return /[?&](?:id|p|t|tid|article|story|newsid|post)=\d+/i.test(url.search);
}

/** Number of path segments in a shape. */
const SHAPED = 4;
const MORE = '/…';

/** The shape in rules of earlier versions, which did not record whether more segments follow. */
export function earlierShape(shape: string): string {
  return shape.replace(MORE, '');
}

/**
 * The address without the parts that vary between items: it keeps the host, segments that are
 * names, the file extension and the names of the query's parameters. After four segments it only
 * records that there are more: "/2026/03/10" of an archive is not an item.
 */
export function addressShape(address: string): string {
  const url = parseUrl(address);
  return url === null ? '' : shapeOfUrl(url);
}

/** See addressShape; `Page.address` caches it for a page's links. */
export function shapeOfUrl(url: URL): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const shape = segments.map((segment, at) => {
    if (/^\d+$/.test(segment)) return '#';
    if (at === segments.length - 1) return `*${/\.[a-z]{2,5}$/i.exec(segment)?.[0] ?? ''}`;
    return /[-_].*[-_]|\d{3,}/.test(segment) ? '*' : segment;
  });
  const query = queryNames(url).sort().slice(0, 3).join('&');
  const path = shape.slice(0, SHAPED).join('/') + (shape.length > SHAPED ? MORE : '');
  return `${url.hostname.replace(/^www\./, '')}/${path}${query === '' ? '' : `?${query}`}`;
}
