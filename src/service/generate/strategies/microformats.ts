import type { FoundItem } from '../fields/extract.js';
import { identityOf, isSamePage } from '../page/address.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode } from '../page/tree.js';
import { onceASurvey, type Survey } from '../survey.js';

/** Longest title made from the text of a note that has none, in characters. */
const NOTE_TITLE = 80;

/** Entries of an h-feed (or of the older hAtom), those in another entry left out. */
export const microformatItems = onceASurvey((survey): readonly FoundItem[] => {
  const { nodes, classNames } = survey.page;
  if (!classNames.has('h-entry') && !classNames.has('hentry')) return [];
  const items: FoundItem[] = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at];
    const isEntry =
      node?.kind === 'element' &&
      (node.classes.includes('h-entry') || node.classes.includes('hentry'));
    if (!isEntry || node.tag === 'body') {
      at += 1;
      continue;
    }
    const item = toItem(survey, node);
    if (item !== null) items.push(item);
    at = node.end;
  }
  return items;
});

function toItem(survey: Survey, entry: ElementNode): FoundItem | null {
  const { page, dates } = survey;
  const find = (...classes: string[]) => findClass(survey, entry, classes);
  const permalink = find('u-url', 'u-uid') ?? bookmark(survey, entry);
  const address =
    permalink === null
      ? null
      : page.resolve(attribute(permalink, 'href') ?? attribute(permalink, 'value') ?? '');
  if (address === null || isSamePage(address, page.url)) return null;
  const published = find('dt-published', 'published') ?? find('dt-updated', 'updated');
  const when =
    published === null
      ? ''
      : (attribute(published, 'datetime') ??
        attribute(published, 'title') ??
        textOf(page.nodes, published));
  const name = find('p-name', 'entry-title');
  const content = find('p-summary', 'entry-summary', 'e-content', 'entry-content', 'p-content');
  const text = content === null ? '' : textOf(page.nodes, content);
  const photo = find('u-photo', 'u-featured');
  const image =
    photo === null
      ? ''
      : (attribute(photo, 'data-src') ?? attribute(photo, 'src') ?? attribute(photo, 'href') ?? '');
  const author = find('p-author', 'author');
  return {
    url: address,
    identity: identityOf(address),
    title: (name === null ? '' : textOf(page.nodes, name)) || excerpt(text),
    date: when === '' ? null : (dates.machine(when)?.time ?? null),
    image: image === '' ? null : page.resolve(image),
    authors: author === null ? [] : [authorName(survey, author)].filter((one) => one !== ''),
    description: text.slice(0, 1_000),
  };
}

/** First element of the entry with one of the classes; what is quoted inside it does not count. */
function findClass(
  { page }: Survey,
  entry: ElementNode,
  classes: readonly string[],
): ElementNode | null {
  for (let at = entry.index + 1; at < entry.end; ) {
    const node = page.nodes[at];
    if (node === undefined) return null;
    if (node.kind === 'element') {
      if (node.classes.some((name) => classes.includes(name))) return node;
      if (node.classes.some((name) => /^h-(?:cite|entry|item)$/.test(name))) {
        at = node.end;
        continue;
      }
    }
    at += 1;
  }
  return null;
}

/** hAtom: the link in the title, or the one that calls itself a bookmark. */
function bookmark(survey: Survey, entry: ElementNode): ElementNode | null {
  let inTitle: ElementNode | null = null;
  const title = findClass(survey, entry, ['entry-title', 'p-name']);
  for (let at = entry.index; at < entry.end; at += 1) {
    const link = survey.page.linkCount.at(at)?.element;
    if (link === undefined) continue;
    if (/\bbookmark\b/.test(attribute(link, 'rel') ?? '')) return link;
    if (title !== null && link.index >= title.index && link.index < title.end) inTitle ??= link;
  }
  return inTitle;
}

function authorName(survey: Survey, author: ElementNode): string {
  const name = findClass(survey, author, ['fn', 'p-name']);
  return textOf(survey.page.nodes, name ?? author).replace(/^by\s+/i, '');
}

function excerpt(text: string): string {
  if (text.length <= NOTE_TITLE) return text;
  const end = text.lastIndexOf(' ', NOTE_TITLE);
  return `${text.slice(0, end > 20 ? end : NOTE_TITLE)}…`;
}
