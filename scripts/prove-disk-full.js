// The disk under a running `feedctl serve` fills up and is freed again: what is asked for meanwhile is
// answered, nothing acknowledged is lost, and all goes on by itself. On PostgreSQL the log fills up,
// too, which ends the server. On a small file system of its own, so on Linux, as root:
//   npm run prove disk-full [sqlite|postgres]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgresServer } from './postgres-server.js';

const BINARY =
  process.env.FEEDCTL_TEST_BINARY ?? fileURLToPath(new URL('../bin/feedctl.js', import.meta.url));
const LEASE_MS = 2000;
const FULL_MS = 15_000;

if (process.platform !== 'linux' || process.getuid() !== 0) {
  console.error('This proof mounts a file system of its own: run it on Linux, as root.');
  process.exit(2);
}
const [kind = 'sqlite'] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'feedctl-full-'));
const disk = join(home, 'disk');
const endings = [() => rmSync(home, { recursive: true, force: true })];
try {
  // PostgreSQL runs without root privileges there.
  chmodSync(home, 0o711);
  mkdirSync(disk);
  execFileSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${kind === 'sqlite' ? 12 : 160}m,mode=777`,
    'none',
    disk,
  ]);
  endings.push(() => execFileSync('umount', [disk]));
  await prove();
} finally {
  for (const end of endings.reverse()) await end();
}

async function prove() {
  const postgres = kind === 'postgres' ? await postgresOnDisk() : null;
  const source = await changingSources();
  const receiver = await startReceiver();
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    FEEDCTL_CONFIG_DIR: join(home, 'config'),
    FEEDCTL_DATA_DIR: disk,
    ...(postgres === null ? {} : { FEEDCTL_DATABASE_URL: postgres.url('postgres') }),
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    FEEDCTL_REFRESH_FLOOR: '200ms',
    FEEDCTL_REFRESH_CEILING: '200ms',
    FEEDCTL_LEASE: `${LEASE_MS}ms`,
  };
  const feedctl = (...args) =>
    JSON.parse(
      execFileSync(process.execPath, [BINARY, ...args, '--json', '-q'], { env, encoding: 'utf8' }),
    );
  const server = await startServe(env);
  feedctl('webhooks', 'create', '--url', receiver.url);
  const key = feedctl('keys', 'create');
  const ask = asking(server.url, `${key.id}:${key.secret}`);

  const acknowledged = [];
  const answers = new Map();
  const write = async (number) => {
    const { status, body } = await ask('POST', '/v1/feeds', {
      url: source.url(number),
      announce: true,
    });
    if (status === 201) acknowledged.push(body.id);
    const told = status === 503 ? `503 ${body.message}` : String(status);
    answers.set(told, (answers.get(told) ?? 0) + 1);
    return status;
  };
  let number = 0;
  for (; number < 3; number += 1) await write(number);
  await until(() => receiver.ids.size >= 3);

  const full = async (how) => {
    answers.clear();
    const before = { lines: server.log().length, asked: source.asked(0) };
    const filler = fill();
    await how();
    const endsAt = performance.now() + FULL_MS;
    for (; performance.now() < endsAt; number += 1) {
      await write(number);
      await delay(100);
    }
    const reading = [
      ...new Set(
        await Promise.all(
          acknowledged.map(async (id) => (await ask('GET', `/v1/feeds/${id}`)).status),
        ),
      ),
    ];
    console.log('answers while it is full:', Object.fromEntries(answers));
    console.log('reading what is stored:', reading.join(', '));
    console.log(
      `log: ${errors(server.log().slice(before.lines)).length} lines of errors; a source was asked ${source.asked(0) - before.asked} times in ${FULL_MS / 1000} s`,
    );
    rmSync(filler);
  };
  const goneOn = async () => {
    const { length } = acknowledged;
    await until(async () => (await write(number++)) === 201);
    const delivered = receiver.ids.size;
    await until(() => receiver.ids.size > delivered + 3);
    for (const id of acknowledged)
      check((await ask('GET', `/v1/feeds/${id}`)).status === 200, `${id} is lost`);
    check(
      acknowledged.length > length && server.isRunning(),
      'the server is not the same any more',
    );
    console.log(`all of ${acknowledged.length} acknowledged feeds are there; deliveries go on`);
  };

  await full(async () => {});
  await goneOn();
  if (postgres !== null) {
    console.log('--- now the log of PostgreSQL');
    await full(() => writeLog(postgres.url('postgres')));
    await postgres.start();
    await goneOn();
  }
  const sound = feedctl('doctor', '--database');
  check(sound.length === 0, `not sound: ${JSON.stringify(sound)}`);
  for (const line of errors(server.log()))
    check(!/stack/.test(line), `a stack in the log: ${line}`);
  console.log('sound; the log:', new Set(errors(server.log()).map((line) => JSON.parse(line).msg)));
}

async function postgresOnDisk() {
  process.env.TMPDIR = disk;
  const postgres = await startPostgresServer({ durable: true });
  endings.push(() => postgres.stop());
  return postgres;
}

/** Takes all the space that is left. */
function fill() {
  const path = join(disk, 'filler');
  const file = openSync(path, 'w');
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 8)) {
    try {
      for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
  return path;
}

/** Fills PostgreSQL's log until the server gives up. */
async function writeLog(url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    for (;;)
      await client.query("select pg_logical_emit_message(false, 'full', repeat('x', 1000000))");
  } catch (error) {
    console.log('PostgreSQL:', error.code ?? '', error.message);
  }
}

async function changingSources() {
  const asked = new Map();
  const origin = await listening((request, response) => {
    asked.set(request.url, (asked.get(request.url) ?? 0) + 1);
    const items = Array.from({ length: 20 }, (_, at) => {
      const date = new Date(Date.now() - at * 1000);
      return `<item><guid>${date.getTime()}</guid><title>At ${date.getTime()}</title><pubDate>${date.toUTCString()}</pubDate><description>${'at length '.repeat(200)}</description></item>`;
    });
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(
      `<rss version="2.0"><channel><title>Source</title>${items.join('')}</channel></rss>`,
    );
  });
  return {
    url: (number) => `${origin}/${number}.xml`,
    asked: (number) => asked.get(`/${number}.xml`) ?? 0,
  };
}

async function startReceiver() {
  const ids = new Set();
  const url = await listening((request, response) => {
    ids.add(request.headers['webhook-id']);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  return { url, ids };
}

async function listening(answer) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  endings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

async function startServe(env) {
  const child = spawn(process.execPath, [BINARY, 'serve', '--port', '0', '--json', '-q'], { env });
  const ended = once(child, 'exit');
  endings.push(() => child.kill('SIGKILL') && ended);
  const lines = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  return { url: JSON.parse(text).url, log: () => lines, isRunning: () => child.exitCode === null };
}

function asking(origin, credentials) {
  return async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${credentials}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

function errors(lines) {
  return lines.filter((line) => /"level":"(?:error|warn)"/.test(line));
}

function check(isSo, otherwise) {
  if (!isSo) throw new Error(otherwise);
}

async function until(isSo) {
  while (!(await isSo())) await delay(100);
}
