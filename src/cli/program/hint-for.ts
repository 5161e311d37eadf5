import { ApiError } from '../../client/errors.js';
import { EMBEDDED } from '../profiles/profile.js';
import type { Credentials } from '../profiles/resolve-credentials.js';

const FEEDS = 'See which feeds there are: feedctl feeds list --all';
const BUNDLES = 'See which bundles there are: feedctl bundles list --all';

/** The next command, where it depends on whose credentials were used; undefined: the error's own. */
export function hintFor(error: unknown, used: Credentials | undefined): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401 && used !== undefined) return hintForCredentials(used);
  if (error.status === 404) return hintForMissing(error);
  return undefined;
}

/** By the code where it is one of feedctl's own, else by what was asked for. */
function hintForMissing({ code, path }: ApiError): string | undefined {
  if (code === 'FEED_NOT_FOUND') return FEEDS;
  if (code === 'BUNDLE_NOT_FOUND') return BUNDLES;
  if (/\/v1\/feeds\/[^/]+/.test(path)) return FEEDS;
  return /\/v1\/bundles\/[^/]+$/.test(path) ? BUNDLES : undefined;
}

function hintForCredentials(used: Credentials): string {
  if (used.kind === EMBEDDED) return 'Make a new key: feedctl auth login --embedded';
  if (used.source.kind === 'profile') {
    return `Log in again: feedctl auth login --base-url ${used.baseUrl} --profile ${used.source.name}`;
  }
  return 'Check FEEDCTL_API_KEY and FEEDCTL_API_SECRET, and that they belong to FEEDCTL_BASE_URL.';
}
