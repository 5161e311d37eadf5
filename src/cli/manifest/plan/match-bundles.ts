import { folded } from '../../lookup/match-name.js';
import type { BundleEntry } from '../../sources/model.js';
import type { AccountBundle } from '../account.js';

/**
 * The bundle of the account for each name in a file: of several with one name, the oldest. The case
 * of a name is ignored, unless a bundle has the exact name, or the file has the name in two cases.
 */
export function matchBundles(
  entries: readonly BundleEntry[],
  bundles: readonly AccountBundle[],
): ReadonlyMap<string, AccountBundle> {
  const byName = new Map<string, AccountBundle>();
  for (const bundle of bundles) {
    const name = bundle.name.trim();
    if (!byName.has(name)) byName.set(name, bundle);
  }
  const matched = new Map<string, AccountBundle>();
  for (const { name } of entries) {
    const bundle = byName.get(name);
    if (bundle !== undefined) matched.set(name, bundle);
  }
  const exact = new Set(matched.values());
  const inAnyCase = new Map<string, AccountBundle[]>();
  for (const bundle of byName.values()) {
    if (exact.has(bundle)) continue;
    const key = folded(bundle.name);
    const alike = inAnyCase.get(key);
    if (alike === undefined) inAnyCase.set(key, [bundle]);
    else alike.push(bundle);
  }
  for (const { name } of entries) {
    if (matched.has(name)) continue;
    const [bundle, ...others] = inAnyCase.get(folded(name)) ?? [];
    if (bundle === undefined || others.length > 0) continue;
    matched.set(name, bundle);
    inAnyCase.delete(folded(name));
  }
  return matched;
}

/** A warning if the name differs in case: the bundle keeps its name in the account. */
export function bundleNameWarning({ name }: BundleEntry, bundle: AccountBundle): string[] {
  if (name === bundle.name.trim()) return [];
  return [
    `The bundle "${name}" of the file is "${bundle.name}" in the account; it keeps that name. To rename it: feedctl bundles update ${bundle.id} --name …`,
  ];
}
