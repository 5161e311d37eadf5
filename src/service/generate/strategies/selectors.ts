import { compile } from 'css-select';
import type { Selectors } from '../../../contract/index.js';
import { ServiceError } from '../../errors.js';
import { type Candidate, uniqueItems } from '../candidate.js';
import { extractItems } from '../fields/extract.js';
import type { FoundItem } from '../fields/item.js';
import { titleHints, titleOf } from '../fields/title.js';
import { identityOf } from '../page/address.js';
import { cssAdapter } from '../page/css-adapter.js';
import { linkText } from '../page/page.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode, type PageNode } from '../page/tree.js';
import type { Survey } from '../survey.js';
import type { PageRecord } from './records/record.js';

type Matcher = (element: ElementNode) => boolean;

/**
 * The items a caller pointed at with CSS: `items` finds the records, the others look inside each.
 * What is not pointed at is found as always.
 * @throws ServiceError INVALID_FIELD when a selector does not parse.
 */
export function selectedCandidate(survey: Survey, selectors: Selectors): Candidate {
  const roots = matches(survey, matcher(selectors.items, 'items'), 0, survey.page.nodes.length);
  const fields = {
    title: optional(selectors.title, 'title'),
    link: optional(selectors.link, 'link'),
    date: optional(selectors.date, 'date'),
    image: optional(selectors.image, 'image'),
  };
  const items: FoundItem[] = [];
  for (const root of outermost(roots)) {
    const record = recordOf(survey, root, fields.link);
    const found = record === null ? undefined : read(survey, record);
    const title = fields.title === null ? found?.title : textIn(survey, root, fields.title);
    if (record === null || !title) continue;
    items.push({
      ...(found ?? emptyItem(record)),
      title,
      ...(fields.date === null ? {} : { date: dateIn(survey, root, fields.date) }),
      ...(fields.image === null ? {} : { image: imageIn(survey, root, fields.image) }),
    });
  }
  return {
    strategy: 'selectors',
    items: uniqueItems(items),
    confidence: 1,
    evidence: [
      `${roots.length} elements match ${selectors.items}, ${items.length} of them have a title and a link`,
    ],
    rule: null,
    rejected: [],
  };
}

function read(survey: Survey, record: PageRecord): FoundItem | undefined {
  const hints = titleHints(survey, [record]);
  const title = titleOf(survey.page, record, hints).text;
  return extractItems(survey, [{ record, title }], hints)[0];
}

function optional(selector: string | undefined, field: string): Matcher | null {
  return selector === undefined ? null : matcher(selector, field);
}

function matcher(selector: string, field: string): Matcher {
  try {
    const test = compile<PageNode, ElementNode>(selector, {
      adapter: cssAdapter,
      cacheResults: true,
    });
    return (element) => test(element);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError(
      'INVALID_FIELD',
      `selectors.${field} is no CSS selector: ${reason}. Try it in a browser's console with document.querySelectorAll.`,
      { cause },
    );
  }
}

function matches({ page }: Survey, test: Matcher, start: number, end: number): ElementNode[] {
  const found: ElementNode[] = [];
  for (let at = start; at < end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind === 'element' && node.parent !== null && test(node)) found.push(node);
  }
  return found;
}

function outermost(elements: readonly ElementNode[]): ElementNode[] {
  let end = 0;
  return elements.filter((element) => {
    if (element.index < end) return false;
    end = element.end;
    return true;
  });
}

function firstIn(survey: Survey, root: ElementNode, test: Matcher): ElementNode | null {
  return matches(survey, test, root.index, root.end)[0] ?? null;
}

/** The record's link: the one pointed at, else the first in a heading, else the first. */
function recordOf(
  { page, ...survey }: Survey,
  root: ElementNode,
  link: Matcher | null,
): PageRecord | null {
  const pointed = link === null ? null : firstIn({ page, ...survey }, root, link);
  if (link !== null && pointed === null) return null;
  const within = pointed ?? root;
  const links = page.links.filter(
    ({ element }) => element.index >= within.index && element.index < within.end,
  );
  const chosen =
    links.find(({ element }) => /^h[1-6]$/.test(element.parent?.tag ?? '')) ??
    links[0] ??
    linkAround(page, within);
  if (chosen !== undefined) return { link: chosen, root, start: root.index, end: root.end };
  const url = page.resolve(attribute(within, 'href') ?? attribute(within, 'data-href') ?? '');
  if (url === null) return null;
  return {
    link: { element: within, url, identity: identityOf(url), toSelf: false },
    root,
    start: root.index,
    end: root.end,
  };
}

function linkAround(page: Survey['page'], element: ElementNode) {
  for (let at = element.parent; at !== null; at = at.parent) {
    const link = page.linkAt.get(at.index);
    if (link !== undefined) return link;
  }
  return undefined;
}

function textIn(survey: Survey, root: ElementNode, test: Matcher): string {
  const element = firstIn(survey, root, test);
  return element === null
    ? ''
    : textOf(survey.page.nodes, element) || linkText(survey.page, element);
}

function dateIn(survey: Survey, root: ElementNode, test: Matcher): number | null {
  const element = firstIn(survey, root, test);
  if (element === null) return null;
  const value =
    attribute(element, 'datetime') ??
    attribute(element, 'content') ??
    textOf(survey.page.nodes, element);
  return survey.dates.machine(value)?.time ?? null;
}

function imageIn(survey: Survey, root: ElementNode, test: Matcher): string | null {
  const element = firstIn(survey, root, test);
  if (element === null) return null;
  const value =
    attribute(element, 'data-src') ??
    attribute(element, 'src') ??
    attribute(element, 'content') ??
    attribute(element, 'href') ??
    '';
  return value === '' ? null : survey.page.resolve(value);
}

function emptyItem({ link }: PageRecord): FoundItem {
  return {
    url: link.url,
    identity: link.identity,
    title: '',
    date: null,
    image: null,
    authors: [],
    description: '',
  };
}
