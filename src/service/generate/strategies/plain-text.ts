import { buildTree } from '../page/build.js';
import { textOf } from '../page/text.js';

const MAX_CHARACTERS = 1_000;

/** The text of what may be HTML: structured data carries both, often without saying which. */
export function plainText(value: string): string {
  const text = value.slice(0, MAX_CHARACTERS * 4);
  if (!/[<&]/.test(text)) return shorten(text.replace(/\s+/g, ' ').trim());
  const tree = buildTree(text);
  return shorten(textOf(tree.nodes, tree.root));
}

function shorten(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.lastIndexOf(' ', MAX_CHARACTERS);
  return `${text.slice(0, end > 0 ? end : MAX_CHARACTERS)}…`;
}
