// What a refresh costs without feedctl, in this process: undici asks for the documents, htmlparser2
// parses them, sanitize-html cleans new articles, libsql writes what a refresh writes and FTS5 indexes
// it. CPU milliseconds a feed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import Database from 'libsql';
import sanitizeHtml from 'sanitize-html';
import { Agent, request } from 'undici';
import { article, feedDocument } from './article.js';

const CONCURRENT = 128;

/** CPU milliseconds of this process for each of `count` calls. */
export async function cpuOf(count, call) {
  for (let index = 0; index < Math.min(count, 50); index++) await call(index);
  const before = process.cpuUsage();
  let next = 0;
  const worker = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: Math.min(count, CONCURRENT) }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

/** Requests for documents in a site of a process of its own. */
export async function undiciAlone(origin, count, headers) {
  const agent = new Agent({ connections: 8 });
  const cpu = await cpuOf(count, async (index) => {
    const { body } = await request(`${origin}/${index}.xml`, { dispatcher: agent, headers });
    await body.arrayBuffer();
  });
  await agent.close();
  return cpu;
}

export function htmlparser2Alone(count = 100) {
  const document = feedDocument('/1.xml', 30);
  return cpuOf(count, async () => parseDocument(document, { xmlMode: true }));
}

/** The HTML of `items` articles, by the allow-list that sanitize-html has without options. */
export function sanitizeHtmlAlone(items, count = 100) {
  const articles = Array.from({ length: items }, (_, index) => article('/1.xml', index));
  return cpuOf(count, async () => {
    for (const { html } of articles) sanitizeHtml(html);
  });
}

/**
 * A row of a feed, one of its history, and `items` new items with the words of their titles and texts,
 * in one synced transaction for 20 feeds.
 */
export async function libsqlAlone(count, items) {
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-bench-'));
  const db = new Database(join(folder, 'bare.db'));
  db.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table feeds (id integer primary key, at integer, state text);
    create table refreshes (feed integer, number integer, at integer, primary key (feed, number)) without rowid;
    create table items (feed integer, identity text, title text, html text, text text, primary key (feed, identity)) without rowid;
    create virtual table search using fts5 (words, content = '', contentless_delete = 1)`);
  const feed = db.prepare('insert or replace into feeds values (?, ?, ?)');
  const refresh = db.prepare('insert or replace into refreshes values (?, ?, ?)');
  const item = db.prepare('insert or replace into items values (?, ?, ?, ?, ?)');
  const words = db.prepare('insert into search (words) values (?)');
  const articles = Array.from({ length: items }, (_, index) => article('/1.xml', index));
  let open = 0;
  const cpu = await cpuOf(count, async (index) => {
    if (open++ % 20 === 0) db.exec('begin immediate');
    feed.run(index, open, 'state');
    refresh.run(index, open, open);
    for (const { url, title, html, text } of articles) {
      item.run(index, `${url}${open}`, title, html, text);
      words.run(`${title} ${text}`);
    }
    if (open % 20 === 0) db.exec('commit');
  });
  if (db.inTransaction) db.exec('commit');
  db.close();
  rmSync(folder, { recursive: true, force: true });
  return cpu;
}
