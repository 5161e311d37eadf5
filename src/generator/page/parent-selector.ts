/** The parts between top-level commas. */
const PARTS = /(?:[^,()[\]]|\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])+/g;
/**
 * Splits a part into the selector of the surrounding element and that of the element, after a space
 * or ">".
 */
const WITHIN =
  /^(.*[^\s>+~])(?:\s*>\s*|\s+)(?:[^\s>+~()[\]]|\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])+$/s;

/** The selector of the element around those of a selector; null if it names none. */
export function parentSelector(selector: string): string | null {
  const parents = (selector.match(PARTS) ?? []).map((part) => WITHIN.exec(part.trim())?.[1]);
  return parents.length > 0 && parents.every((parent) => parent !== undefined)
    ? parents.join(', ')
    : null;
}
