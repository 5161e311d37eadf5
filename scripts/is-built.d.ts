/** @param root the folder of the repository */
export function isBuilt(root?: string): boolean;
