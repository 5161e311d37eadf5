/** True for the id of a bundle, for commands that accept ids of feeds and bundles. */
export function isBundleId(id: string): boolean {
  return id.startsWith('_');
}
