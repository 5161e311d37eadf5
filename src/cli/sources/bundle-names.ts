/** The names of several bundles in one cell, apart by semicolons; `\` takes a semicolon literally. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ');
}

/** The names that a cell holds, each once; blank ones are no names. */
export function splitNames(cell: string): string[] {
  const names = [...cell.matchAll(/(?:\\.|[^\\;]|\\$)+/gs)].map(([part]) =>
    part.trim().replace(/\\(.)/gs, '$1'),
  );
  return [...new Set(names.filter((name) => name !== ''))];
}
