import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode } from '../page/tree.js';

/** The content of a page without items that is needed to classify it. */
export interface VisibleContent {
  title: string;
  heading: string;
  /** Text outside navigation and footer, at most 6,000 characters. */
  text: string;
  words: number;
  /** Number of words outside links. */
  plainWords: number;
  /** True if an element says that the page is still loading. */
  busy: boolean;
  /** Number of links outside navigation and footer. */
  links: number;
  selfLinks: number;
  hasPassword: boolean;
  forms: ElementNode[];
  frames: string[];
  /** Ids of empty elements into which a script may render the page. */
  emptyRoots: string[];
  paragraphWords: number;
  metaType: string;
}

const MAX_TEXT = 6_000;
const CHROME = 0.3;

export function visibleContent(page: Page): VisibleContent {
  const content: VisibleContent = {
    title: page.documentTitle,
    heading: '',
    text: '',
    words: 0,
    plainWords: 0,
    busy: false,
    links: 0,
    selfLinks: 0,
    hasPassword: false,
    forms: [],
    frames: [],
    emptyRoots: [],
    paragraphWords: 0,
    metaType: '',
  };
  for (const node of page.nodes) {
    const inChrome = (page.chrome[node.index] ?? 0) > CHROME;
    if (node.kind === 'text') {
      if (inChrome || node.parent.muted || node.parent.tag === 'title') continue;
      content.words += page.words.in(node);
      content.plainWords += page.words.in(node) - page.linkWords.in(node);
      if (content.text.length < MAX_TEXT)
        content.text += `${node.gap === '\n' ? '\n' : ' '}${node.text}`;
      continue;
    }
    look(page, node, inChrome, content);
  }
  return content;
}

function look(page: Page, node: ElementNode, inChrome: boolean, content: VisibleContent): void {
  const link = node.tag === 'a' ? page.linkCount.at(node.index) : undefined;
  if (link !== undefined && !inChrome) {
    content.links += 1;
    if (link.toSelf) content.selfLinks += 1;
  }
  if (attribute(node, 'aria-busy') === 'true') content.busy = true;
  switch (node.tag) {
    case 'h1':
      if (content.heading === '') content.heading = textOf(page.nodes, node);
      break;
    case 'input':
      if (attribute(node, 'type')?.toLowerCase() === 'password') content.hasPassword = true;
      break;
    case 'form':
      content.forms.push(node);
      break;
    case 'frame':
    case 'iframe': {
      const address = page.resolve(attribute(node, 'src') ?? '');
      if (address !== null) content.frames.push(address);
      break;
    }
    case 'p':
      if (!inChrome) content.paragraphWords += page.words.in(node) - page.linkWords.in(node);
      break;
    case 'meta':
      if (attribute(node, 'property')?.toLowerCase() === 'og:type')
        content.metaType = (attribute(node, 'content') ?? '').trim().toLowerCase();
      break;
    case 'div':
    case 'main':
    case 'section':
      if (page.words.in(node) <= 3 && page.linkCount.in(node) === 0)
        content.emptyRoots.push(attribute(node, 'id') ?? '');
      break;
  }
}
