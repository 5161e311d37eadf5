import { jsonDocument } from '../../output/json.js';
import { type FeedEntry, isNews, type Manifest, type SourceSpec } from '../../sources/model.js';
import { sourceFields, sourceId } from '../../sources/source-spec.js';

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
    feeds: feeds.map((feed) => ({ ...sourceFields(feed.source), ...feedFields(feed) })),
    bundles: bundles.map(({ name, description, icon, filters, slug, feeds: members }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      ...(icon === undefined ? {} : { icon }),
      ...(filters === undefined ? {} : { filters }),
      ...(slug === undefined ? {} : { slug }),
      ...(members === undefined ? {} : { feeds: members.map(({ source }) => reference(source)) }),
    })),
  };
}

function feedFields(entry: FeedEntry): object {
  const {
    title,
    description,
    icon,
    customAuthor,
    interval,
    quietHours,
    fullText,
    filters,
    access,
    slug,
  } = entry;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(customAuthor === undefined ? {} : { customAuthor }),
    ...(interval === undefined ? {} : { interval }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(fullText === undefined ? {} : { full_text: fullText }),
    ...(filters === undefined ? {} : { filters }),
    ...(access === undefined ? {} : { access }),
    ...(slug === undefined ? {} : { slug }),
  };
}

/** A member is identified by its source. */
function reference(source: SourceSpec): unknown {
  return isNews(source) ? sourceFields(source) : source.url;
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
