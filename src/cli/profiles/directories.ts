import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where profiles are kept: FEEDCTL_CONFIG_DIR, else the XDG base directory
 * (https://specifications.freedesktop.org/basedir-spec/), on Windows %APPDATA%.
 */
export function configDirectory(env: NodeJS.ProcessEnv): string {
  return directory(env, 'FEEDCTL_CONFIG_DIR', 'XDG_CONFIG_HOME', 'APPDATA', '.config');
}

/** Where the embedded service keeps its database: FEEDCTL_DATA_DIR, else as above. */
export function dataDirectory(env: NodeJS.ProcessEnv): string {
  return directory(env, 'FEEDCTL_DATA_DIR', 'XDG_DATA_HOME', 'LOCALAPPDATA', '.local/share');
}

/** Where answers are kept that can be asked for again: the XDG cache directory. */
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
  // The XDG specification has relative paths ignored.
  if (base !== undefined && isAbsolute(base)) return join(base, 'feedctl');
  const roaming = process.platform === 'win32' ? env[windows] : undefined;
  return join(roaming ?? join(env.HOME ?? homedir(), below), 'feedctl');
}
