// Which modules the most frequent commands load: those go into a file for each of them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** What people and scripts do most at a service elsewhere; FEED is the id of a feed there. */
const REMOTE = [
  ['feeds', 'list'],
  // One of several: with the note that there are more.
  ['feeds', 'list', '--limit', '1'],
  ['items'],
  ['feeds', 'get', 'FEED'],
  ['feeds', 'create', '--url', 'ADDRESS/remote.xml'],
  ['preview', 'ADDRESS/feed.xml'],
  ['health'],
  ['webhooks', 'list'],
  ['bundles', 'list'],
];

/**
 * Runs a traced program; see `packModules`.
 * @param {string} program the folder that it is in
 * @returns {Promise<Record<'verbs' | 'complete' | 'request' | 'remote' | 'embedded' | 'items' | 'create', string[]>>} modules in
 *   the order in which they were loaded; `request` is a list of feeds over HTTP, `remote` all commands of `REMOTE`
 */
export async function traceStartUp(program) {
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-trace-'));
  const sources = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/rss+xml').end(FEED);
  });
  await new Promise((done) => sources.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${sources.address().port}`;
  let service;
  try {
    const verbs = await run(['commands']);
    // Without a database there are no names to read.
    const complete = await run(['__complete', 'zsh', 'feeds', 'get', '']);
    // As JSON: what prints for people is in a file of its own, which every command may need.
    const create = await run(['feeds', 'create', '--url', `${address}/feed.xml`]);
    await run(['feeds', 'create', '--url', `${address}/other.xml`]);
    const embedded = await run(['feeds', 'list']);
    const items = await run(['items']);
    const key = JSON.parse((await run(['keys', 'create', '--name', 'trace'])).stdout);
    service = await serve();
    const settings = {
      FEEDCTL_BASE_URL: service.url,
      FEEDCTL_API_KEY: key.id,
      FEEDCTL_API_SECRET: key.secret,
    };
    const { id } = JSON.parse(create.stdout);
    const remote = [];
    for (const words of REMOTE) {
      const args = words.map((word) => word.replace('FEED', id).replace('ADDRESS', address));
      remote.push(await run(args, settings));
    }
    const [request] = remote;
    const all = { loaded: [...new Set(remote.flatMap(({ loaded }) => loaded))] };
    const runs = { verbs, complete, request, remote: all, embedded, items, create };
    return Object.fromEntries(Object.entries(runs).map(([name, { loaded }]) => [name, loaded]));
  } finally {
    service?.process.kill();
    if (service?.process.exitCode === null) await once(service.process, 'close');
    sources.closeAllConnections();
    sources.close();
    rmSync(folder, { recursive: true, force: true });
  }

  async function run(words, settings = {}) {
    const args = words[0].startsWith('__') ? words : [...words, '--json'];
    const loaded = join(folder, 'loaded.json');
    const env = { ...environment(settings), FEEDCTL_LOADED: loaded };
    const { stdout } = await promisify(execFile)(process.execPath, commandOf(args), { env });
    return { stdout, loaded: JSON.parse(readFileSync(loaded, 'utf8')) };
  }

  async function serve() {
    const started = spawn(process.execPath, commandOf(['serve', '--port', '0', '--json']), {
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let announced = '';
    for await (const chunk of started.stdout) {
      announced += chunk;
      if (announced.trimEnd().endsWith('}')) break;
    }
    return { process: started, url: JSON.parse(announced).url };
  }

  function commandOf(args) {
    const main = `require(${JSON.stringify(resolve(program, 'cli.cjs'))}).main(process.argv.slice(1)).then((code) => { process.exitCode = code; })`;
    return ['-e', main, '--', ...args];
  }

  function environment(settings = {}) {
    return {
      PATH: process.env.PATH,
      ...{ HOME: folder, FEEDCTL_DATA_DIR: folder, FEEDCTL_CONFIG_DIR: folder },
      FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
      ...settings,
    };
  }
}

const FEED =
  '<rss version="2.0"><channel><title>News</title><link>http://127.0.0.1/</link><item><title>One</title><guid>1</guid></item></channel></rss>';

/**
 * The files for modules by what loads them. What two of the commands load is loaded by most others.
 * @param {readonly import('./pack-modules.js').Module[]} modules all of them
 * @param {string} id of the build, for the names of files
 */
export function filesByUse({ complete, request, remote, embedded, items, create }, modules, id) {
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
    [...request, ...remote].filter((path) => embedded.includes(path)),
  );
  put(chunk('complete'), complete);
  put(chunk('service'), embedded);
  // The road over HTTP.
  put(chunk('remote'), request);
  // What reads items, then what fetches a source: a file for each folder would bring three times as much.
  // The same commands over HTTP read no file of the service.
  for (const [name, loaded] of Object.entries({ items, create })) {
    const own = loaded.filter((path) => !large.has(path));
    put(
      chunk(`${name}-command`),
      own.filter((path) => remote.includes(path)),
    );
    put(chunk(name), own);
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
