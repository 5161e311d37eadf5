import type { FoundItem } from '../fields/extract.js';
import { identityOf, isSamePage } from '../page/address.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode } from '../page/tree.js';
import { onceASurvey, type Survey } from '../survey.js';
import { plainText } from './json.js';

const ITEM_TYPES =
  /\/(?:\w*Article|\w*Posting|Report|Product|\w*Event|Recipe|VideoObject|\w*Episode|Book|Course|Movie|Review|CreativeWork)$/;

/** Articles, products and the like that the page marks with microdata. */
export const microdataItems = onceASurvey((survey): readonly FoundItem[] => {
  const items: FoundItem[] = [];
  for (const node of survey.page.nodes) {
    if (node.kind !== 'element' || !ITEM_TYPES.test(attribute(node, 'itemtype') ?? '')) continue;
    if (attribute(node, 'itemprop') !== null && isProperty(node)) continue;
    const item = toItem(survey, node);
    if (item !== null) items.push(item);
  }
  return items;
});

/** An item that is a property of another: a blog's posts are items, a product's offer is not. */
function isProperty(element: ElementNode): boolean {
  return !/^(?:blogPosts?|itemListElement|hasPart|mainEntity|event|episode|item)$/.test(
    attribute(element, 'itemprop') ?? '',
  );
}

function toItem(survey: Survey, scope: ElementNode): FoundItem | null {
  const { page, dates } = survey;
  const properties = propertiesOf(survey, scope);
  const first = (...names: string[]) =>
    names.map((name) => properties.get(name)?.[0]).find((value) => value !== undefined) ?? '';
  const itemid = attribute(scope, 'itemid') ?? '';
  const address = page.resolve(
    first('url', 'mainEntityOfPage') || itemid || headingLink(survey, scope),
  );
  if (address === null || isSamePage(address, page.url)) return null;
  const date = first('datePublished', 'dateCreated', 'uploadDate', 'datePosted');
  const image = first('image', 'thumbnailUrl');
  return {
    url: address,
    identity: identityOf(address),
    title: plainText(first('headline', 'name')),
    date: date === '' ? null : (dates.machine(date)?.time ?? null),
    image: image === '' ? null : page.resolve(image),
    authors: (properties.get('author') ?? []).slice(0, 5),
    description: plainText(first('description', 'abstract')),
  };
}

/** Values by property, those of nested items left out except for a nested item's name or address. */
function propertiesOf({ page }: Survey, scope: ElementNode): Map<string, string[]> {
  const properties = new Map<string, string[]>();
  for (let at = scope.index + 1; at < scope.end; ) {
    const node = page.nodes[at];
    if (node === undefined) break;
    const names = node.kind === 'element' ? attribute(node, 'itemprop') : null;
    if (node.kind === 'element' && names !== null) {
      const nested = attribute(node, 'itemscope') !== null;
      const value = nested
        ? nestedValue(page.nodes.slice(node.index + 1, Math.min(node.end, node.index + 60))) ||
          textOf(page.nodes, node)
        : (valueIn(node) ?? textOf(page.nodes, node));
      for (const name of names.split(/\s+/)) {
        const values = properties.get(name) ?? [];
        if (value !== '') values.push(value);
        properties.set(name, values);
      }
    }
    const skip = node.kind === 'element' && attribute(node, 'itemscope') !== null;
    at = skip ? node.end : at + 1;
  }
  return properties;
}

function nestedValue(nodes: Survey['page']['nodes']): string {
  for (const wanted of ['name', 'url']) {
    for (const node of nodes) {
      if (node.kind !== 'element' || attribute(node, 'itemprop') !== wanted) continue;
      const value =
        valueIn(node) ??
        node.children
          .map((child) => (child.kind === 'text' ? child.text : ''))
          .join(' ')
          .trim();
      if (value !== '') return value;
    }
  }
  return '';
}

function valueIn(element: ElementNode): string | null {
  return (
    attribute(element, 'content') ??
    attribute(element, 'datetime') ??
    (element.tag === 'a' || element.tag === 'link' ? attribute(element, 'href') : null) ??
    (element.tag === 'img' ? (attribute(element, 'data-src') ?? attribute(element, 'src')) : null)
  );
}

/** Address of the first link in the item that is in a heading, else of its first link. */
function headingLink({ page }: Survey, scope: ElementNode): string {
  let first = '';
  for (let at = scope.index; at < scope.end; at += 1) {
    const link = page.linkCount.at(at);
    if (link === undefined) continue;
    if (first === '') first = link.url;
    for (let up = link.element.parent; up !== null && up !== scope; up = up.parent) {
      if (/^h[1-6]$/.test(up.tag)) return link.url;
    }
  }
  return first;
}
