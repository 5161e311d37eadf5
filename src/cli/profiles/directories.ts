import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Directory of profiles: FEEDCTL_CONFIG_DIR, otherwise the XDG base directory
 * (https://specifications.freedesktop.org/basedir-spec/), on Windows %APPDATA%.
 */
export function configDirectory(env: NodeJS.ProcessEnv): string {
  return directory(env, 'FEEDCTL_CONFIG_DIR', 'XDG_CONFIG_HOME', 'APPDATA', '.config');
}

/** Directory of the embedded service's database: FEEDCTL_DATA_DIR, otherwise as above. */
export function dataDirectory(env: NodeJS.ProcessEnv): string {
  return directory(env, 'FEEDCTL_DATA_DIR', 'XDG_DATA_HOME', 'LOCALAPPDATA', '.local/share');
}

/** Directory of data that can be fetched again: the XDG cache directory. */
export function cacheDirectory(env: NodeJS.ProcessEnv): string {
  return directory(env, '', 'XDG_CACHE_HOME', 'LOCALAPPDATA', '.cache');
}

/** The database file of the embedded service. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'feedctl.db');
}

function directory(
  env: NodeJS.ProcessEnv,
  own: string,
  xdg: string,
  windows: string,
  below: string,
): string {
  const chosen = env[own];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  const base = env[xdg];
  // The XDG specification says to ignore relative paths.
  if (base !== undefined && isAbsolute(base)) return join(base, 'feedctl');
  const roaming = process.platform === 'win32' ? env[windows] : undefined;
  return join(roaming ?? join(env.HOME ?? homedir(), below), 'feedctl');
}
