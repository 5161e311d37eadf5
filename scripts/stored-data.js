// Makes the data of a database that later releases must open, with a built checkout of the release:
//   node scripts/stored-data.js test/data/schemas/NUMBER [--program CHECKOUT] [--postgres URL]
// URL is of an empty database, of a server whose version pg_dump of the PATH reads. Two files: a SQLite database, and
// a dump of PostgreSQL as SQL, both compressed. test/service/store/migrations/stored-data.store.test.ts opens them.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { cleanEnvironment } from './clean-environment.js';
import { HOOK, SITE, startStoredSite } from './stored-site.js';

const execute = promisify(execFile);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { program: { type: 'string', default: '.' }, postgres: { type: 'string' } },
});
const target = positionals[0] ?? fail('Name the folder of the data: test/data/schemas/NUMBER');
const home = mkdtempSync(join(tmpdir(), 'feedctl-stored-'));
const site = await startStoredSite();
try {
  mkdirSync(target, { recursive: true });
  await makeAccount();
  const file = join(home, 'backup.db');
  await feedctl('service', 'backup', file);
  save('sqlite.db.gz', readFileSync(file));
  if (values.postgres !== undefined) save('postgres.sql.gz', await dump(values.postgres));
} finally {
  site.close();
  rmSync(home, { recursive: true, force: true });
}

/** Feeds of each kind, settings, a bundle, keys, another account, and what a history leaves behind. */
async function makeAccount() {
  await feedctl('feeds', 'create', `${SITE}/news.xml`, '--bundle', 'Morning');
  await feedctl(
    ...['feeds', 'create', `${SITE}/beta.xml`, '--title', 'Beta of mine', '--every', '15m'],
    ...['--exclude', 'sponsored', '--bundle', 'Morning'],
  );
  const paths = ['/busy.xml', '/podcast.xml', '/gone.xml', '/town', '/moved', '/lost'];
  for (const path of paths) await feedctl('feeds', 'create', SITE + path);
  await feedctl('feeds', 'create', `${SITE}/terms`, '--changes');
  await feedctl('feeds', 'delete', await idOf('/gone.xml'), '--yes');
  await feedctl('settings', 'set', 'news', '--custom-author', 'The newsroom');
  await feedctl('bundles', 'create', '--name', 'Sound', '--feed', 'podcast');
  await feedctl('mute', 'add', 'advertisement');
  await feedctl('keys', 'create', '--name', 'laptop');
  const secure = HOOK.replace('http:', 'https:');
  await feedctl('webhooks', 'create', '--url', secure, '--secret-to', join(home, 'secret.txt'));
  // The site has no certificate, and only a receiver in a private network may do without.
  withDatabase((database) => void database.prepare('update webhooks set url = ?').run([HOOK]));
  await feedctl('refresh', '--all');
  simplifyRule(`${SITE}/town`);
  for (const step of [2, 3]) {
    site.step = step;
    if (step === 2) await repairList(await idOf('/moved'));
    // The list of one page is lost, and the events of the others go to a webhook that fails.
    for (let time = 0; time < 3; time += 1) await feedctl('refresh', '--all').catch(() => {});
  }
  markRepairedClock();
}

/** Accepts the new list of a page, before a fetch finds it by itself. */
async function repairList(id) {
  const { proposal } = JSON.parse(await feedctl('api', `/v1/feeds/${id}/repair`));
  await feedctl('api', 'POST', `/v1/feeds/${id}/repair`, '-F', `proposal=${proposal}`);
}

async function idOf(path) {
  const feeds = JSON.parse(await feedctl('feeds', 'list', '--json'));
  return feeds.find(({ source_url }) => source_url === SITE + path).id;
}

/** A rule as it was before its optional parts were. */
function simplifyRule(address) {
  withDatabase((database) => {
    const row = database.prepare('select rule from feeds where source_url = ?').get([address]);
    const { version, strategy, records, count, misses, shapes, icon } = JSON.parse(row.rule);
    const rule = JSON.stringify({ version, strategy, records, count, misses, shapes, icon });
    database.prepare('update feeds set rule = ? where source_url = ?').run([rule, address]);
  });
}

/** A clock that was wrong once. */
function markRepairedClock() {
  withDatabase((database) => {
    database.exec(`insert into repaired_times values ('feeds.next_refresh_at', 3, ${Date.now()})`);
  });
}

function withDatabase(use) {
  const Database = createRequire(join(resolve(values.program), 'package.json'))('libsql');
  const database = new Database(join(home, 'data/feedctl.db'));
  use(database);
  database.close();
}

async function feedctl(...words) {
  const { stdout } = await execute(
    process.execPath,
    [join(values.program, 'bin/feedctl.js'), ...words],
    {
      env: {
        ...cleanEnvironment(),
        HOME: home,
        FEEDCTL_CONFIG_DIR: join(home, 'config'),
        FEEDCTL_DATA_DIR: join(home, 'data'),
        FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
        FEEDCTL_FETCH_PROXY: site.proxy,
        FEEDCTL_HOST_INTERVAL: '0s',
        FEEDCTL_KEEP_ITEMS: '20',
      },
    },
  );
  return stdout;
}

/** Statements that any client can send: neither COPY nor commands of psql. */
async function dump(url) {
  await feedctl(
    'service',
    'copy',
    '--from',
    `sqlite:${join(home, 'data/feedctl.db')}`,
    '--to',
    url,
  );
  const flags = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=50'];
  const { stdout } = await execute('pg_dump', [...flags, url], { maxBuffer: 2 ** 28 });
  return stdout.replaceAll(/^(?:\\.*|--.*|)\n/gm, '');
}

function save(name, content) {
  writeFileSync(join(target, name), gzipSync(content, { level: 9 }));
}

function fail(message) {
  throw new Error(message);
}
