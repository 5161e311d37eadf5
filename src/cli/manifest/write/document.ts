import { type FeedEntry, isNews, type Manifest, type SourceSpec } from '../../sources/model.js';
import { sourceFields, sourceId } from '../../sources/source-spec.js';

/** The desired state as the file has it: the value behind YAML and JSON. */
export function manifestDocument({ feeds, bundles }: Pick<Manifest, 'feeds' | 'bundles'>): object {
  return {
    feeds: feeds.map((feed) => ({ ...sourceFields(feed.source), ...feedFields(feed) })),
    bundles: bundles.map(({ name, description, icon, feeds: members }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      ...(icon === undefined ? {} : { icon }),
      ...(members === undefined ? {} : { feeds: members.map(({ source }) => reference(source)) }),
    })),
  };
}

function feedFields({ title, description, icon, customAuthor, interval }: FeedEntry): object {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(customAuthor === undefined ? {} : { customAuthor }),
    ...(interval === undefined ? {} : { interval }),
  };
}

/** A member is named by what tells its source apart. */
function reference(source: SourceSpec): unknown {
  return isNews(source) ? sourceFields(source) : source.url;
}

/** A feed of an account, with the address that readers and spreadsheets want beside the source. */
export interface ExportedFeed extends FeedEntry {
  rssFeedUrl: string;
}

/** The state of an account, to be written to a file. */
export interface Exported extends Pick<Manifest, 'bundles'> {
  feeds: ExportedFeed[];
}

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
