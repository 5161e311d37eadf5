/** The licence texts of every package whose code is among these files. */
export function licences(files: readonly string[]): string;

/** The packages whose code is among the files of a bundle, by name. */
export function bundledPackages(
  files: readonly string[],
): { name: string; version: string; license: string }[];
