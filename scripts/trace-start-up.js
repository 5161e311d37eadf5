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
 * @returns {Promise<Record<'verbs' | 'complete' | 'request' | 'embedded' | 'items' | 'create', string[]>>} modules in the order
 *   in which they were loaded
 */
export async function traceStartUp(program) {
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-trace-'));
  let list = '[]';
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/feed.xml' ? ['application/rss+xml', FEED] : [JSON_TYPE, list];
    response.setHeader('Content-Type', type).end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${server.address().port}`;
  const remote = {
    FEEDCTL_BASE_URL: address,
    FEEDCTL_API_KEY: 'key',
    FEEDCTL_API_SECRET: 'secret',
  };
  try {
    const verbs = await run(['commands', '--json']);
    // Without a database there are no names to read.
    const complete = await run(['__complete', 'zsh', 'feeds', 'get', '']);
    // As JSON: what prints for people is in a file of its own, which every command may need.
    const create = await run(['feeds', 'create', '--url', `${address}/feed.xml`, '--json']);
    const embedded = await run(['feeds', 'list', '--json']);
    const items = await run(['items', '--json']);
    list = embedded.stdout;
    const request = await run(['feeds', 'list', '--json'], remote);
    const runs = { verbs, complete, request, embedded, items, create };
    return Object.fromEntries(Object.entries(runs).map(([name, { loaded }]) => [name, loaded]));
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }

  async function run(args, settings = {}) {
    const loaded = join(folder, 'loaded.json');
    const main = `require(${JSON.stringify(resolve(program, 'cli.cjs'))}).main(process.argv.slice(1)).then((code) => { process.exitCode = code; })`;
    const env = {
      PATH: process.env.PATH,
      ...{ HOME: folder, FEEDCTL_DATA_DIR: folder, FEEDCTL_CONFIG_DIR: folder },
      FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
      FEEDCTL_LOADED: loaded,
      ...settings,
    };
    const options = ['-e', main, '--', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, options, { env });
    return { stdout, loaded: JSON.parse(readFileSync(loaded, 'utf8')) };
  }
}

const JSON_TYPE = 'application/json';

const FEED =
  '<rss version="2.0"><channel><title>News</title><link>http://127.0.0.1/</link><item><title>One</title><guid>1</guid></item></channel></rss>';

/**
 * The files for modules by what loads them. What two of the commands load is loaded by most others.
 * @param {readonly import('./pack-modules.js').Module[]} modules all of them
 * @param {string} id of the build, for the names of files
 */
export function filesByUse({ complete, request, embedded, items, create }, modules, id) {
  const files = new Map();
  const large = new Set(modules.filter(isLarge).map(({ path }) => path));
  const chunk = (name) => `chunks/${name}-${id}.cjs`;
  const put = (file, paths) => {
    for (const path of paths) if (!files.has(path)) files.set(path, file);
  };
  // A few modules are shared with the database alone: less to read than the file of the completion.
  put(
    'cli.cjs',
    complete.filter((path) => embedded.includes(path)),
  );
  put(
    chunk('request'),
    request.filter((path) => embedded.includes(path)),
  );
  put(chunk('complete'), complete);
  put(chunk('service'), embedded);
  // The road over HTTP.
  put(chunk('remote'), request);
  // What reads items, then what fetches a source: a file for each folder would bring three times as much.
  for (const [name, loaded] of Object.entries({ items, create })) {
    put(
      chunk(name),
      loaded.filter((path) => !large.has(path)),
    );
  }
  return (module) => files.get(module.path) ?? chunk(folderOf(module));
}

/** A module of so many characters has a file for itself: its neighbours are often needed without it. */
const LARGE = 50_000;

function isLarge({ source }) {
  return source.length > LARGE;
}

/** The name for the modules of one folder, which belong together; what is bundled from packages is loaded piece by piece. */
function folderOf(module) {
  const { path, inputs } = module;
  const [, ...folders] = inputs.find((input) => input.startsWith('src/'))?.split('/') ?? [];
  if (folders.length === 0 || isLarge(module)) return path.split('/').at(-1).replace(/\.js$/, '');
  return folders.slice(0, -1).slice(0, 3).join('-');
}
