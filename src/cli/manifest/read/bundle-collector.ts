import type { BundleEntry, FeedEntry } from '../../sources/model.js';
import type { Position } from '../../sources/problem.js';
import { sourceId } from '../../sources/source-spec.js';

/** Collects bundles from files in which feeds name their bundles, in order of appearance. */
export class BundleCollector {
  readonly #bundles = new Map<string, BundleEntry>();
  readonly #members = new Map<string, Set<string>>();

  /** Adds a bundle that has its own row; keeps fields that are already known. */
  describe({ feeds: _, ...entry }: BundleEntry): void {
    const before = this.#bundleOf(entry.name, entry.at);
    this.#bundles.set(entry.name, { ...entry, ...before });
  }

  /** Adds a feed to a bundle; repeated calls have no effect. */
  add(name: string, { source, at }: FeedEntry): void {
    const bundle = this.#bundleOf(name, at);
    const members = this.#members.get(name) ?? new Set();
    this.#members.set(name, members);
    const id = sourceId(source, { tellsModes: true });
    if (members.has(id)) return;
    members.add(id);
    bundle.feeds?.push({ source, at });
  }

  all(): BundleEntry[] {
    return [...this.#bundles.values()];
  }

  #bundleOf(name: string, at: Position): BundleEntry {
    const known = this.#bundles.get(name);
    if (known !== undefined) return known;
    const made: BundleEntry = { name, feeds: [], at };
    this.#bundles.set(name, made);
    return made;
  }
}
