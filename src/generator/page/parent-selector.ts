/** The parts between top-level commas. */
const PARTS = /(?:[^,()[\]]|\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])+/g;
/** A part as what stands around an element, and the element: behind a space or ">". */
const WITHIN =
  /^(.*[^\s>+~])(?:\s*>\s*|\s+)(?:[^\s>+~()[\]]|\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])+$/s;

/** The selector of what stands around the elements of a selector; null where it names nothing around them. */
export function parentSelector(selector: string): string | null {
  const parents = (selector.match(PARTS) ?? []).map((part) => WITHIN.exec(part.trim())?.[1]);
  return parents.length > 0 && parents.every((parent) => parent !== undefined)
    ? parents.join(', ')
    : null;
}
