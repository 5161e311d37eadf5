import { type FeedEntry, isNews, type Manifest, type SourceSpec } from '../../sources/model.js';
import { sourceFields } from '../../sources/source-spec.js';

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
