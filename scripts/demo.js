// The first five minutes with feedctl, offline: a small web on loopback, and the real binary run
// against it in a temporary data directory. Every command that is run is printed first. With an
// address (npm run demo -- URL) it shows the main job only, on that address.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './clean-environment.js';
import { startSite } from './demo/site.js';
import { listeningAddress } from './listening-address.js';

const binary = fileURLToPath(new URL('../bin/feedctl.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'feedctl-demo-'));
const site = await startSite();
const colour = process.stdout.isTTY && !process.env.NO_COLOR;

const [address] = process.argv.slice(2);
const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = process.env;
const proxy = HTTPS_PROXY || https_proxy || HTTP_PROXY || http_proxy || undefined;

try {
  await mainJob(address ?? `${site.base}/harbour/`);
  if (address === undefined) await tour();
} catch (error) {
  print(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  site.close();
  rmSync(home, { recursive: true, force: true });
}

/** From the address of a page to a feed that a reader can subscribe to. */
async function mainJob(url) {
  say('A feed from an address. Nothing is configured: the service runs inside the command.');
  const feed = await json('feeds', 'create', url);
  const how = feed.document?.kind === 'html' ? 'generated from the page' : 'the feed of the site';
  print(`  made feed ${feed.id} "${feed.title}" with ${feed.items.length} items: ${how}`);

  say('Its newest items.');
  await run('items', feed.id, '--limit', '5');

  say('The feed as a reader gets it from `feedctl serve`.');
  await whileServing((address) => readPublished(address, feed.id));
}

async function tour() {
  say('More: a feed from an RSS address.');
  const releases = await json('feeds', 'create', `${site.base}/releases.xml`);
  print(`  made feed ${releases.id} "${releases.title}" with ${releases.items.length} items`);

  say('The embedded service is what we want, so it need not be mentioned again.');
  await run('auth', 'login', '--embedded');

  say('A feed from a website: its page is read and the feed behind it found.');
  const notes = await json('feeds', 'create', `${site.base}/notes/`);
  print(`  made feed ${notes.id} "${notes.title}" from ${notes.source_url}`);

  say('A feed from a keyword (here against a local news search).');
  await run('feeds', 'create', '--keyword', 'solar panels', '--region', 'GB:en');

  say('A podcast: audio files, tags, chapters and transcripts pass through to your readers.');
  const podcast = await json('feeds', 'create', `${site.base}/podcast.xml`);
  await run('items', podcast.id, '--fields', 'title,tags,attachments');

  say(
    'A filter: items about a leak are hidden, and can still be listed with the rule that hides them.',
  );
  await run('feeds', 'update', releases.id, '--exclude', 'leak');
  await run('items', releases.id, '--dropped', '--fields', 'title,dropped_by');

  say('Every item of a feed under one name.');
  await run('settings', 'set', notes.id, '--custom-author', 'Reef team');

  say('A bundle: several feeds, one combined address.');
  const bundle = await json(
    'bundles',
    'create',
    '--name',
    'Morning',
    '--feed',
    releases.id,
    '--feed',
    notes.id,
  );
  await run('feeds', 'list');
  await run('items', bundle.id, '--sort', 'date');

  say('A message for a chat when something is new; here a sample, to a Slack of the demo.');
  const chat = await json('webhooks', 'create', '--format', 'slack', '--url', 'env:DEMO_CHAT_URL');
  await run('webhooks', 'test', chat.id);
  print(`  the channel shows: ${site.messages.map(({ text }) => text).join(', ')}`);

  say('A digest for a mail.');
  await run('digest', bundle.id, '--since', '7d', '--limit', '3');

  say('A static site: the whole account as files that any web server publishes.');
  const [file, out] = [join(home, 'feeds.yaml'), join(home, 'public')];
  await run('export', '--to', file, '-q');
  await run('build', file, '--out', out, '--site-url', 'https://example.org/feeds/');
  print(indent(readdirSync(out).join('\n')));

  say('The combined RSS, as a reader gets it from `feedctl serve`.');
  await whileServing(async (address) => {
    await readPublished(address, bundle.id);
    await showDashboard();
  });

  print(`\nThat was the real binary. Now yours: ${strong('npm run demo -- https://…')}`);
}

async function readPublished(address, id) {
  print(strong(`$ curl ${address}/feeds/${id}.xml`));
  const response = await fetch(`${address}/feeds/${id}.xml`);
  const text = await response.text();
  print(indent(text.slice(0, 1500) + (text.length > 1500 ? '\n…' : '')));
  if (!response.ok) throw new Error(`the published feed answered ${response.status}`);
}

/** On a terminal, the dashboard stays until Ctrl-C. */
async function showDashboard() {
  const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  say(
    isTerminal
      ? 'The dashboard, with these feeds. Open the link; Ctrl-C ends the demo.'
      : 'The dashboard, with these feeds. On a terminal it stays until Ctrl-C.',
  );
  await run('dashboard');
  if (isTerminal) await new Promise((resolve) => process.once('SIGINT', resolve));
}

/** Runs `serve` on a free port of this machine during `work`, which gets its address. */
async function whileServing(work) {
  echo(['serve', '--port', '0', '&']);
  const server = start(['serve', '--port', '0'], ['ignore', 'pipe', 'pipe']);
  const closed = new Promise((resolve) => server.once('close', resolve));
  try {
    await work(await listeningAddress(server));
  } finally {
    server.kill('SIGTERM');
    await closed;
  }
}

/** Runs a command with its output on the screen. */
async function run(...args) {
  echo(args);
  const code = await new Promise((resolve) => start(args, 'inherit').once('close', resolve));
  if (code !== 0) throw new Error(`feedctl ${args.join(' ')} ended with exit code ${code}`);
}

/** Runs a command with --json and reads what it prints. */
async function json(...args) {
  echo([...args, '--json']);
  const child = start([...args, '--json'], ['ignore', 'pipe', 'pipe']);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [text, problem] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  if ((await closed) !== 0) throw new Error(inWords(problem));
  return JSON.parse(text);
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

/** With --json a command prints its errors for programs; a person reads this. */
function inWords(problem) {
  try {
    const { message, hint } = JSON.parse(problem).error;
    return hint === undefined ? message : `${message}\n${hint}`;
  } catch {
    return problem;
  }
}

function start(args, stdio) {
  return spawn(process.execPath, [binary, ...args], { stdio, env: environment() });
}

/** The demo's own directories, whatever is configured on this machine. */
function environment() {
  return cleanEnvironment({
    FEEDCTL_CONFIG_DIR: join(home, 'config'),
    FEEDCTL_DATA_DIR: join(home, 'data'),
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    DEMO_CHAT_URL: `${site.base}/services/T000/B000/demo-token`,
    // Of an address of the user's own: the demo's web is on this machine.
    ...(address !== undefined && proxy !== undefined && { FEEDCTL_FETCH_PROXY: proxy }),
    FEEDCTL_NEWS_URL: `${site.base}/search?q={query}&lang={language}&country={country}`,
  });
}

function echo(args) {
  print(
    strong(
      `$ feedctl ${args.map((arg) => (/[^\w./:=&-]/.test(arg) ? `'${arg}'` : arg)).join(' ')}`,
    ),
  );
}

function say(text) {
  print(`\n${colour ? '\u001b[36m' : ''}# ${text}${colour ? '\u001b[39m' : ''}`);
}

function strong(text) {
  return colour ? `\u001b[1m${text}\u001b[22m` : text;
}

function indent(text) {
  return text.replace(/^/gm, '  ');
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
