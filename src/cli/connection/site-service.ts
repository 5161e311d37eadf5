import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { explained, loadService } from './embedded.js';

/** The module of static sites; its types come with the one dynamic import of the service. */
export type SiteModule = Awaited<ReturnType<Awaited<ReturnType<typeof loadService>>['loadSite']>>;
export type SiteRequest = Parameters<SiteModule['buildSite']>[1];
export type BuiltSite = Awaited<ReturnType<SiteModule['buildSite']>>;
export type SiteState = NonNullable<SiteRequest['state']>;
export type SiteMarker = NonNullable<SiteRequest['marker']>;

/** Loads the module of static sites. */
export async function loadSite(): Promise<SiteModule> {
  const { loadSite: load } = await loadService();
  return load();
}

/**
 * Builds a site with a service of its own, which lives in memory. No account or database is used.
 * @throws {CliError} for an invalid setting
 */
export async function buildSite(
  { env, concurrency }: SiteServiceOptions,
  request: SiteRequest,
): Promise<BuiltSite> {
  const { loadSite: load, openService } = await loadService();
  const site = await load();
  // The hub is left out: it cannot find the feeds of a directory.
  const { [SERVICE_SETTINGS.hub.name]: _, ...settings } = env;
  return explained(async () => {
    const service = await openService({
      databasePath: ':memory:',
      env: settings,
      ...(concurrency !== undefined && { refreshSlots: concurrency }),
    });
    try {
      return await site.buildSite(service.http, request);
    } finally {
      await service.close();
    }
  });
}

interface SiteServiceOptions {
  env: NodeJS.ProcessEnv;
  /** Sources to fetch at once; the default of the service when undefined. */
  concurrency: number | undefined;
}
