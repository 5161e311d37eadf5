import { type Candidate, uniqueItems } from '../fields/candidate.js';
import { extractItems, type FoundItem } from '../fields/extract.js';
import { titleOf } from '../fields/title.js';
import { titleHints } from '../fields/title-hints.js';
import { identityOf } from '../page/address.js';
import { linkText } from '../page/page.js';
import type { Selectors } from '../page/selectors.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode } from '../page/tree.js';
import type { PageRecord } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';
import { compileSelectors, type Matcher, SelectorError } from './selector-matcher.js';

/** Records read; a feed keeps 500 items, and reading one record takes 0.3 ms. */
const MAX_RECORDS = 2_000;

/**
 * The items a caller pointed at with CSS: `items` finds the records, the others look inside each.
 * What is not pointed at is found as always.
 * @returns the error of a selector that does not parse, or is too expensive for the page
 */
export function selectedCandidate(survey: Survey, selectors: Selectors): Candidate | SelectorError {
  try {
    return candidateBy(survey, selectors);
  } catch (error) {
    if (error instanceof SelectorError) return error;
    throw error;
  }
}

function candidateBy(survey: Survey, selectors: Selectors): Candidate {
  const { items: isRoot, ...fields } = compileSelectors(selectors, survey.page.url);
  const roots = isRoot === null ? [] : [...matches(survey, isRoot, 0, survey.page.nodes.length)];
  const items: FoundItem[] = [];
  for (const root of outermost(roots).slice(0, MAX_RECORDS)) {
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
  const title = titleOf(survey.page, record, hints);
  return extractItems(survey, [{ record, title }], hints)[0];
}

function* matches(
  { page }: Survey,
  test: Matcher,
  start: number,
  end: number,
): Generator<ElementNode> {
  for (let at = start; at < end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind === 'element' && node.parent !== null && test(node)) yield node;
  }
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
  const [found = null] = matches(survey, test, root.index, root.end);
  return found;
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
  const links = page.linkCount.list(within.index, within.end);
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
    const link = page.linkCount.at(at.index);
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
