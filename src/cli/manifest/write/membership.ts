import type { SourceSpec } from '../../sources/model.js';
import { sourceId } from '../../sources/source-spec.js';
import type { Exported } from './exported.js';

/** The names of the bundles that a source is in. */
export function membership({
  bundles,
}: Pick<Exported, 'bundles'>): (source: SourceSpec) => string[] {
  const names = new Map<string, string[]>();
  for (const { name, feeds = [] } of bundles) {
    for (const { source } of feeds) {
      const id = exactId(source);
      names.set(id, [...(names.get(id) ?? []), name]);
    }
  }
  return (source) => names.get(exactId(source)) ?? [];
}

export function exactId(source: SourceSpec): string {
  return sourceId(source, { tellsModes: true });
}
