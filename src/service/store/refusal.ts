import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD, VERSION } from '../../contract/index.js';
import { MIGRATIONS } from './migrations/index.js';
import type { Migration } from './migrations/migration.js';

/** A migration of a database, with the build that ran it. */
export interface AppliedMigration {
  version: number;
  name: string;
  feedctl_version: string;
  /** Commit and date are missing in a database of schema 1. */
  build_commit?: string | null;
  build_date?: string | null;
}

/** Why this build cannot read a database, with what to do. */
export interface Refusal {
  problem: string;
  fix: string;
}

/**
 * Why this build cannot read a database with this last migration; null if it can. Two builds may
 * have one version; then the name of the schema distinguishes them.
 */
export function refusalOf(
  last: AppliedMigration,
  known: readonly Migration[] = MIGRATIONS,
): Refusal | null {
  const own = known.at(-1);
  const isKnown = known.some(({ version, name }) => version === last.version && name === last.name);
  if (isKnown || own === undefined) return null;
  const problem = `was written by ${writerOf(last)} with schema ${last.version} (${last.name}); this is ${OWN_BUILD} with schema ${own.version} (${own.name}).`;
  return { problem, fix: last.version > own.version ? toUpdate(last) : toCarryOver(last) };
}

/** The build that ran a migration, for messages. */
export function writerOf(last: AppliedMigration): string {
  return releaseName(last.feedctl_version, {
    commit: last.build_commit ?? null,
    date: last.build_date ?? null,
  });
}

/** The name of a release, such as `feedctl 0.3.0 (commit 2f3a9c1d0b5e of 2026-11-28)`. */
function releaseName(version: string, { commit, date }: typeof BUILD): string {
  const day = date?.slice(0, 10);
  if (commit !== null) return `feedctl ${version} (commit ${commit.slice(0, 12)} of ${day})`;
  return day === undefined ? `feedctl ${version}` : `feedctl ${version} (built ${day})`;
}

const OWN_BUILD = releaseName(VERSION, BUILD);

function toUpdate(last: AppliedMigration): string {
  return `Nothing was changed. Update this one: ${commandFor('latest', last)}. Or go back to a backup that this one reads: feedctl service restore FILE`;
}

/** How to move data from a schema of another line of development, which cannot be migrated. */
function toCarryOver(last: AppliedMigration): string {
  const command = last.build_commit == null ? '' : `: ${commandFor(last.feedctl_version, last)}`;
  return `Nothing was changed. Only that build reads it${command}. To carry its feeds over, with new addresses and keys, run with that build: feedctl export --to account.yaml. Then with this one, on a new database: feedctl apply account.yaml`;
}

/**
 * The command that installs the build which wrote a database, by the way in which this one was
 * installed: Debian package, image, npm or a clone. @param root the directory of package.json
 */
export function commandFor(
  version: string,
  { build_commit }: AppliedMigration,
  root = packageRoot(),
): string {
  const number = version === 'latest' ? 'X.Y.Z' : version;
  if (root.startsWith('/usr/lib/feedctl/')) {
    const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
    return `sudo apt install ./feedctl_${number}_${architecture}.deb`;
  }
  // The directory in deploy/Dockerfile.
  if (root === '/app') return 'git pull && docker build -f deploy/Dockerfile -t feedctl .';
  if (!existsSync(join(root, '.git'))) return `npm install --global feedctl@${version}`;
  const clone = /^[\w./-]+$/.test(root) ? root : `'${root.replaceAll("'", `'\\''`)}'`;
  const commit = build_commit?.replace('+', '');
  const get = version === 'latest' || !commit ? 'pull' : `checkout ${commit}`;
  return `git -C ${clone} ${get} && npm --prefix ${clone} install`;
}

/** The directory of package.json, in the clone or in the installed package. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}
