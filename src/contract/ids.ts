/** True for the id of a bundle: users mix the two up, so commands that take either look here. */
export function isBundleId(id: string): boolean {
  return id.startsWith('_');
}
