import { ApiError } from '../../client/errors.js';
import { EMBEDDED } from '../profiles/profile.js';
import type { Credentials } from '../profiles/resolve-credentials.js';

const BY_CODE: Readonly<Record<string, string>> = {
  FEED_NOT_FOUND: 'See which feeds there are: feedctl feeds list --all',
  BUNDLE_NOT_FOUND: 'See which bundles there are: feedctl bundles list --all',
};

/** The next command, where it depends on whose credentials were used; undefined: the error's own. */
export function hintFor(error: unknown, used: Credentials | undefined): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401 && used !== undefined) return hintForCredentials(used);
  return error.suggestion === undefined ? BY_CODE[error.code ?? ''] : undefined;
}

function hintForCredentials(used: Credentials): string {
  if (used.kind === EMBEDDED) return 'Make a new key: feedctl auth login --embedded';
  if (used.source.kind === 'profile') {
    return `Log in again: feedctl auth login --base-url ${used.baseUrl} --profile ${used.source.name}`;
  }
  return 'Check FEEDCTL_API_KEY and FEEDCTL_API_SECRET, and that they belong to FEEDCTL_BASE_URL.';
}
