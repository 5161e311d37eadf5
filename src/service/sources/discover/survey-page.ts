import { headerLinks } from '../../../base/link-header.js';
import { SourceError } from '../../fetch/http-failure.js';
import { BREAKS_OUT } from '../../generate/page/tags.js';
import { runInWorker } from '../../worker/pool.js';
import type { WorkerJob } from '../../worker/worker-job.js';
import { readTags } from '../document/read-tags.js';
import { nestedBase, resolveUrl } from '../document/resolve-url.js';

/** The result of one pass over a page without a tree: 4 MB take 0.1 s and little memory. */
export interface PageSurvey {
  alternates: AlternateLink[];
  /** Absolute address of the page's icon, or null. */
  icon: string | null;
  /** Where a meta refresh leads, or null. */
  refreshUrl: string | null;
  links: number;
  /** Addresses of the page's links as written, at most MAX_ANCHORS of them. */
  anchors: string[];
  /** What relative addresses are resolved against. */
  base: string;
  /** Characters a reader sees without JavaScript. */
  visibleCharacters: number;
}

/** A `<link rel="alternate">` to a feed. */
export interface AlternateLink {
  url: string;
  title: string;
}

const FEED_TYPES =
  /^(?:application\/(?:rss|atom|rdf)\+xml|application\/feed\+json|(?:application|text)\/(?:rss|atom|xml|json)|text\/rss\+xml)\s*(?:;|$)/i;

/** API descriptions and embeds of WordPress are alternates too, and of the types of feeds. */
const NO_FEED = /\/wp-json\/|\/oembed|[?&]format=(?:json|xml)&url=|\/xmlrpc|\/opensearch/i;

/** A large archive has 5,000. */
const MAX_ANCHORS = 20_000;

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'svg', 'title', 'select']);

interface Draft extends Omit<PageSurvey, 'base'> {
  base: string | undefined;
  hrefs: Array<{ href: string; title: string }>;
  iconHref: string | undefined;
  refreshHref: string | undefined;
}

/**
 * What a meta refresh has at least; its value may be written with character references. The survey
 * of a page that is already known to be one is for this and seldom for more: the search costs
 * 0.1 ms, a survey of 100 kB 30 ms in a process that has compiled nothing yet.
 */
const META_REFRESH = /http-equiv\s*=\s*["']?\s*(?:refresh|[^"'>\s]*&)/i;

/** Whether a survey can find a meta refresh. */
export function mayRefresh(html: string): boolean {
  return META_REFRESH.test(html);
}

/** Longer pages are surveyed in a worker thread: one of 4 MB takes up to half a second. */
const WORKER_FROM = 128 * 1024;

/** A page to survey, and its address. */
export interface SurveyedPage {
  html: string;
  url: string;
}

const SURVEY: WorkerJob<SurveyedPage, PageSurvey> = {
  name: 'survey',
  deadlineMs: 10_000,
  here: ({ html, url }) => surveyPage(html, url),
  refusal: ({ url }, reason) =>
    new SourceError(
      'SOURCE_TOO_LARGE',
      `The page at ${url} could not be read within the limits of a page (${reason}).`,
    ),
};

/** The survey of a page of any size, made when it is first asked for. */
export function surveyWhenAsked(html: string, url: string): () => Promise<PageSurvey> {
  let survey: Promise<PageSurvey> | undefined;
  return () => {
    survey ??=
      html.length > WORKER_FROM
        ? runInWorker(SURVEY, { html, url })
        : Promise.resolve(surveyPage(html, url));
    return survey;
  };
}

/** Feeds in the Link header of a page, which count like its `<link>` elements (HTML, "Link types"). */
export function headerAlternates(header: string | undefined, pageUrl: string): AlternateLink[] {
  return headerLinks(header).flatMap(({ target, relations, type }) => {
    if (!relations.includes('alternate') || !FEED_TYPES.test(type)) return [];
    const url = resolveUrl(target, pageUrl);
    return url === null || NO_FEED.test(url) ? [] : [{ url, title: '' }];
  });
}

/** Surveys a page for feeds, its icon, and whether there is anything to read on it. */
export function surveyPage(html: string, pageUrl: string): PageSurvey {
  const draft: Draft = {
    alternates: [],
    icon: null,
    refreshUrl: null,
    links: 0,
    anchors: [],
    visibleCharacters: 0,
    base: undefined,
    hrefs: [],
    iconHref: undefined,
    refreshHref: undefined,
  };
  /** The element whose content is not shown, while in one. */
  let silent: string | null = null;
  readTags(html, {
    open(name, attributes, isEmpty) {
      if (silent !== null && endsSilence(silent, name)) silent = null;
      if (silent === null || name === 'link' || name === 'meta') {
        noteElement(draft, name, attributes);
      }
      if (SILENT.has(name) && !isEmpty) silent ??= name;
    },
    text(text) {
      if (silent === null) draft.visibleCharacters += text.replace(/\s+/g, ' ').trim().length;
    },
    close(name) {
      if (name === silent) silent = null;
    },
  });
  return finished(draft, pageUrl);
}

/** One that was never closed hides nothing behind it (HTML, "Parsing HTML documents"). */
function endsSilence(silent: string, tag: string): boolean {
  if (silent === 'select') return tag !== 'option' && tag !== 'optgroup';
  return silent === 'svg' && BREAKS_OUT.has(tag);
}

function noteElement(draft: Draft, name: string, attributes: Readonly<Record<string, string>>) {
  const href = attributes.href;
  if (name === 'base') draft.base ??= href;
  else if (name === 'a' && href !== undefined) {
    draft.links += 1;
    if (draft.anchors.length < MAX_ANCHORS) draft.anchors.push(href);
  } else if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv'] ?? '')) {
    draft.refreshHref ??= /url\s*=\s*["']?([^"']+)/i.exec(attributes.content ?? '')?.[1];
  } else if (name === 'link' && href !== undefined) noteLink(draft, href, attributes);
}

function noteLink(draft: Draft, href: string, attributes: Readonly<Record<string, string>>) {
  const relations = (attributes.rel ?? '').toLowerCase().split(/\s+/);
  if (relations.includes('icon') || relations.includes('apple-touch-icon')) draft.iconHref ??= href;
  const isFeed = relations.includes('alternate') || relations.includes('feed');
  if (!isFeed || relations.includes('stylesheet')) return;
  if (relations.includes('feed') || FEED_TYPES.test(attributes.type ?? '')) {
    draft.hrefs.push({ href, title: attributes.title ?? '' });
  }
}

function finished(draft: Draft, pageUrl: string): PageSurvey {
  const base = nestedBase(pageUrl, draft.base);
  const { links, anchors, visibleCharacters } = draft;
  return {
    alternates: draft.hrefs.flatMap(({ href, title }) => {
      const url = resolveUrl(href, base);
      return url === null || NO_FEED.test(url) ? [] : [{ url, title }];
    }),
    icon: resolveUrl(draft.iconHref, base),
    refreshUrl: resolveUrl(draft.refreshHref, pageUrl),
    links,
    anchors,
    base,
    visibleCharacters,
  };
}

/** A page with fewer characters is empty without JavaScript. */
const SHELL_CHARACTERS = 220;
const SHELL_LINKS = 2;

export function isNearlyEmpty({ links, visibleCharacters }: PageSurvey): boolean {
  return links <= SHELL_LINKS && visibleCharacters < SHELL_CHARACTERS;
}
