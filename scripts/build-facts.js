// Which commit a build is made of: databases and `feedctl --version --json` name it.
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Commit and date with a space between them; the commit is empty where nothing tells it. In this order:
 * SOURCE_COMMIT, for an image that is built without .git; the clone; `git archive`, which writes both
 * into scripts/commit.txt; else only the day of the build, or SOURCE_DATE_EPOCH.
 *
 * @param {string} root the folder of the sources
 * @param {NodeJS.ProcessEnv} env
 */
export function buildFacts(root, env = process.env) {
  return env.SOURCE_COMMIT || ofClone(root) || ofArchive(root) || ` ${dayOfBuild(env)}`;
}

/** `+` behind the commit when files differ from it. */
function ofClone(root) {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    // Inside of node_modules, the repository around it is another one.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return '';
    const commit = git('describe', '--always', '--dirty=+', '--abbrev=40', '--exclude=*');
    return `${commit} ${new Date(git('show', '-s', '--format=%cI')).toISOString()}`;
  } catch {
    return '';
  }
}

function ofArchive(root) {
  try {
    const [commit = '', date = ''] = readFileSync(join(root, 'scripts/commit.txt'), 'utf8').split(
      ' ',
    );
    return /^[0-9a-f]{40}$/.test(commit) ? `${commit} ${new Date(date).toISOString()}` : '';
  } catch {
    return '';
  }
}

function dayOfBuild({ SOURCE_DATE_EPOCH: epoch }) {
  const now = epoch === undefined ? new Date() : new Date(Number(epoch) * 1000);
  return `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
}
