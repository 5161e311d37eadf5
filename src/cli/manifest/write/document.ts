import { jsonDocument } from '../../output/json.js';
import { type FeedEntry, isNews, type Manifest, type SourceSpec } from '../../sources/model.js';
import { sourceFields, sourceId } from '../../sources/source-spec.js';
import { bundleValues, feedValues } from '../../sources/values.js';

export function writeJson(exported: Exported): string {
  return jsonDocument(manifestDocument(exported));
}

/** Readable YAML. */
export async function writeYaml(exported: Exported): Promise<string> {
  const { yamlDocument } = await import('../../output/yaml.js');
  // Quotes texts that older readers take for a number, a date or a boolean.
  return yamlDocument(manifestDocument(exported), { compat: 'yaml-1.1' });
}

/** The desired state as a plain value. */
function manifestDocument({ feeds, bundles }: Pick<Manifest, 'feeds' | 'bundles'>): object {
  return {
    feeds: feeds.map(({ access, slug, ...feed }) => ({
      ...sourceFields(feed.source),
      ...feedValues(feed),
      access,
      slug,
    })),
    bundles: bundles.map(({ name, slug, feeds: members, ...bundle }) => ({
      name,
      ...bundleValues(bundle),
      slug,
      feeds: members?.map(({ source }) => reference(source)),
    })),
  };
}

/** A member is identified by its source. */
function reference(source: SourceSpec): unknown {
  return isNews(source) || source.mode !== undefined ? sourceFields(source) : source.url;
}

/** A feed with its published address, for feed readers and spreadsheets. */
export interface ExportedFeed extends FeedEntry {
  rssFeedUrl: string;
}

/** The state of an account, ready to be written to a file. */
export interface Exported extends Pick<Manifest, 'bundles'> {
  feeds: ExportedFeed[];
}

/** The names of the bundles that contain a source. */
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
