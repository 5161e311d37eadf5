/** The licence texts of every package whose code is among these files. */
export function licences(files: readonly string[]): string;
