import type { SourceAccess } from '../../../client/index.js';
import type { SiteModule, SiteRequest } from '../../connection/site-service.js';
import { readSecrets } from '../../manifest/apply/read-secrets.js';
import type { FeedEntry, Manifest } from '../../sources/model.js';
import { sourceBody, sourceId } from '../../sources/source-spec.js';
import { settingsOf } from '../../sources/values.js';
import type { Context } from '../../verbs/context.js';

type Wanted = Pick<SiteRequest, 'feeds' | 'bundles'>;

/**
 * The feeds and bundles of a file with their secrets. @throws {UsageError} that names every secret
 * that cannot be read, and its feed
 */
export async function wantedSite(
  context: Context,
  manifest: Manifest,
  { siteKey }: Pick<SiteModule, 'siteKey'>,
): Promise<Wanted> {
  const keyOf = (source: FeedEntry['source']) => siteKey('feed', sourceId(source));
  const secrets = await readSecrets(context, manifest.feeds);
  const feeds = manifest.feeds.map((entry) => {
    const { source, access: _, slug, at: __, ...values } = entry;
    const access = secrets.get(entry) as SourceAccess | undefined;
    const body = { ...sourceBody(source, values), ...(access && { access }) };
    const { title, description, icon } = values;
    const settings = settingsOf(values);
    return { title, description, icon, settings, slug, key: keyOf(source), body };
  });
  const bundles = manifest.bundles.map(({ feeds: members = [], at: _, all_feeds, ...fields }) => ({
    ...fields,
    key: siteKey('bundle', fields.name),
    members: (all_feeds ? manifest.feeds : members).map(({ source }) => keyOf(source)),
  }));
  return { feeds, bundles };
}
