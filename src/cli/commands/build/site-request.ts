import { type ReadSecret, readSecret, resolveAccess } from '../../bulk/resolve-access.js';
import type { SiteModule, SiteRequest } from '../../connection/site-service.js';
import { UsageError } from '../../kit/index.js';
import type { FeedEntry, Manifest } from '../../sources/model.js';
import { sourceBody, sourceId, sourceName } from '../../sources/source-spec.js';
import { settingsOf } from '../../sources/values.js';
import type { Context } from '../../verbs/context.js';

type Wanted = Pick<SiteRequest, 'feeds' | 'bundles'>;

/**
 * The feeds and bundles of a file, with the secrets that it refers to.
 * @throws {UsageError} that names every secret that cannot be read, and its feed
 */
export async function wantedSite(
  context: Context,
  manifest: Manifest,
  { siteKey }: Pick<SiteModule, 'siteKey'>,
): Promise<Wanted> {
  const keyOf = (source: FeedEntry['source']) =>
    siteKey('feed', sourceId(source, { tellsModes: true }));
  const known = new Map<string, Promise<string>>();
  const read: ReadSecret = (reference, what) => {
    const value = known.get(reference) ?? readSecret(context, reference, what);
    known.set(reference, value);
    return value;
  };
  const problems: string[] = [];
  const feeds: Wanted['feeds'][number][] = [];
  for (const entry of manifest.feeds) {
    const { source, access, slug, at: _, ...values } = entry;
    try {
      const secrets = access === undefined ? undefined : await resolveAccess(context, access, read);
      const body = { ...sourceBody(source, values), ...(secrets && { access: secrets }) };
      const { title, description, icon } = values;
      const settings = settingsOf(values);
      feeds.push({ title, description, icon, settings, slug, key: keyOf(source), body });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(`${sourceName(source)}: ${error.message}`);
    }
  }
  if (problems.length > 0) {
    throw new UsageError('The file refers to secrets that cannot be read. Nothing was changed.', {
      detail: problems.join('\n'),
      hint: 'Set the variables or create the files, and run the command again.',
    });
  }
  const bundles = manifest.bundles.map(({ feeds: members = [], at: _, ...fields }) => ({
    ...fields,
    key: siteKey('bundle', fields.name),
    members: members.map(({ source }) => keyOf(source)),
  }));
  return { feeds, bundles };
}
