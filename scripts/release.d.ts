/** Writes the files of a release for these platforms into a folder, and returns their names. */
export function release(
  out: string,
  platforms: readonly string[],
  tarball: string,
  find: (name: string, version: string, integrity: string) => string,
): string[];
