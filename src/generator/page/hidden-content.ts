import { isNamed } from './class-names.js';
import { Counter } from './counter.js';
import { attribute, closest, type ElementNode, type PageNode, type TextNode } from './tree.js';

/** Class names with which the common frameworks mark text for screen readers only. */
const SCREEN_READER =
  /^(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|element-invisible|u-hidden-visually|assistive-text|offscreen|show-for-sr|a11y-hidden)$/i;

/**
 * Notes about a link for screen readers, next to its text, in the languages of the usual themes.
 */
const LINK_NOTE =
  /\b(?:new|neue[mns]?|nouvel(?:le)?|nuev[ao]|nuov[ao]|nov[ao]|nieuwe?|nytt?|uude[ns]\w*) (?:browser )?(?:tab|window|fenster|onglet|fenêtre|pestaña|ventana|scheda|finestra|aba|guia|janela|tabblad|venster|flik|fönster|fane|vindue|vindu|välilehde\w*|ikkuna\w*)|external link|externer link|lien externe|enlace externo|新しい(?:タブ|ウィンドウ)|新(?:窗口|标签页|視窗|分頁)|새 (?:창|탭)|нов(?:ом окне|ой вкладке)/i;

/**
 * True for a text that warns screen readers that a link opens another site or tab: it is not the
 * name of the link.
 */
export function isLinkNote(text: string): boolean {
  return LINK_NOTE.test(text);
}

const INVISIBLE_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Number of outer levels at which "hidden" means "until the script has run", not "never": the page
 * itself.
 */
const OUTER_LEVELS = 3;

/** True if the element alone hides its content from a reader of the page. */
export function isMuted(element: ElementNode): boolean {
  const { attributes } = element;
  if (isNamed(element, SCREEN_READER)) return true;
  if (element.depth <= OUTER_LEVELS) return false;
  for (let at = 0; at < attributes.length; at += 2) {
    const name = attributes[at];
    const value = attributes[at + 1] ?? '';
    if (name === 'hidden' && value !== 'until-found') return true;
    if (name === 'style' && INVISIBLE_STYLE.test(value)) return true;
  }
  return false;
}

/** Minimum share of the page's text for a hidden element to be waiting for a script. */
const WAITING = 0.25;
/** Minimum number of characters of such a text; shorter ones are hints and labels. */
const WAITING_LENGTH = 300;
/**
 * Minimum number of rows with links for a table to be a list, regardless of the rest of the page.
 */
const WAITING_ROWS = 5;

/**
 * Shows content that is hidden only until a script has run: no menu and no dialog contains so much
 * of the text of a page. The panels of an accordion, one for each year, contain it together.
 */
export function showHiddenContent(
  nodes: readonly PageNode[],
  texts: readonly TextNode[],
  muted: readonly ElementNode[],
): void {
  const lengths = Counter.of(nodes.length, texts, ({ text }) => text.length);
  const most = Math.max(lengths.between(0, nodes.length) * WAITING, WAITING_LENGTH);
  const panels = new Map<string, number>();
  for (const node of muted) {
    if (!isOutermost(node)) continue;
    const kind = kindOfPanel(node);
    panels.set(kind, (panels.get(kind) ?? 0) + lengths.in(node));
  }
  /** The position after the subtree that is being shown. */
  let end = -1;
  for (const node of muted) {
    const isHidden = isMuted(node) || (node.index >= end && node.parent?.muted === true);
    if (!isHidden) node.muted = node.parent?.muted ?? false;
    else if (
      isOutermost(node) &&
      (lengths.in(node) >= most ||
        (panels.get(kindOfPanel(node)) ?? 0) >= most ||
        holdsTable(nodes, node))
    ) {
      node.muted = false;
      end = Math.max(end, node.end);
    }
  }
}

/** True if an element is hidden itself, and not only for screen readers. */
function isOutermost(node: ElementNode): boolean {
  return isMuted(node) && !isNamed(node, SCREEN_READER) && node.parent?.muted !== true;
}

/** The common properties of the panels of one accordion; parts of a menu have none. */
function kindOfPanel(node: ElementNode): string {
  const around = closest(node, ({ tag }) => SURROUNDING.has(tag));
  const own = `${node.depth} ${node.tag} ${attribute(node, 'class') ?? ''}`;
  return around === null ? own : `${around.index} ${node.index}`;
}

const SURROUNDING = new Set(['nav', 'header', 'footer', 'aside', 'dialog', 'form']);

/** True if an element contains a table whose rows have links: no menu or dialog does. */
function holdsTable(nodes: readonly PageNode[], { index, end }: PageNode): boolean {
  const rows = new Set<number>();
  let rowEnd = -1;
  for (let at = index; at < end && rows.size < WAITING_ROWS; at += 1) {
    const node = nodes[at];
    if (node?.kind !== 'element') continue;
    if (node.tag === 'tr') rowEnd = node.end;
    else if (node.tag === 'a' && at < rowEnd && attribute(node, 'href') !== null) rows.add(rowEnd);
  }
  return rows.size >= WAITING_ROWS;
}
