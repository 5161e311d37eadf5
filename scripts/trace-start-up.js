// Which modules the most frequent commands load: those go into a file for each of them.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs a traced program; see `packModules`.
 * @param {string} program the folder that it is in
 * @returns {Promise<Record<'complete' | 'request' | 'embedded', string[]>>} modules in the order in
 *   which they were loaded
 */
export async function traceStartUp(program) {
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-trace-'));
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json').end('[]');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const service = {
    FEEDCTL_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    FEEDCTL_API_KEY: 'key',
    FEEDCTL_API_SECRET: 'secret',
  };
  try {
    // Without a database there are no names to read.
    const complete = await loadedBy(['__complete', 'zsh', 'feeds', 'get', '']);
    const request = await loadedBy(['feeds', 'list', '--json'], service);
    // The first command that writes creates the database.
    await loadedBy(['bundles', 'create', '--name', 'Traced']);
    return { complete, request, embedded: await loadedBy(['feeds', 'list', '--json']) };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }

  async function loadedBy(args, settings = {}) {
    const list = join(folder, 'loaded.json');
    const main = `require(${JSON.stringify(resolve(program, 'cli.cjs'))}).main(process.argv.slice(1)).then((code) => { process.exitCode = code; })`;
    const env = {
      PATH: process.env.PATH,
      ...{ HOME: folder, FEEDCTL_DATA_DIR: folder, FEEDCTL_CONFIG_DIR: folder },
      FEEDCTL_LOADED: list,
      ...settings,
    };
    await promisify(execFile)(process.execPath, ['-e', main, '--', ...args], { env });
    return JSON.parse(readFileSync(list, 'utf8'));
  }
}

/**
 * The files for modules by what loads them. What two of the commands load is loaded by most others.
 */
export function filesByUse({ complete, request, embedded }) {
  const files = new Map();
  const put = (file, paths) => {
    for (const path of paths) if (!files.has(path)) files.set(path, file);
  };
  put(
    'cli.cjs',
    complete.filter((path) => request.includes(path) && embedded.includes(path)),
  );
  put(
    'chunks/request.cjs',
    request.filter((path) => embedded.includes(path)),
  );
  put('chunks/complete.cjs', complete);
  put('chunks/service.cjs', embedded);
  return (module) => files.get(module.path) ?? folderOf(module);
}

/** Modules of one folder belong together; what is bundled from packages is loaded piece by piece. */
function folderOf({ path, inputs }) {
  const [, ...folders] = inputs.find((input) => input.startsWith('src/'))?.split('/') ?? [];
  if (folders.length === 0) return `chunks/${path.split('/').at(-1).replace(/\.js$/, '')}.cjs`;
  return `chunks/${folders.slice(0, -1).slice(0, 3).join('-')}.cjs`;
}
