// Bare limits, each a process of its own: node:http that sends given bytes, or hono with libsql that
// reads the rows of a feed and writes them as JSON. node bare-server.js bytes LENGTH | rows DATABASE
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Database from 'libsql';

const [kind, argument] = process.argv.slice(2);
if (kind === 'bytes') sendBytes(Number(argument));
else sendRows(argument);

function sendBytes(length) {
  const body = Buffer.alloc(length, 'a');
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
}

function sendRows(file) {
  const db = new Database(file, { readonly: true });
  const feed = db.prepare('select * from feeds where id = ?');
  const items = db.prepare(
    `select url, title, description_text, description_html, thumbnail, date_published, authors, extras
     from items where feed_id = ? order by added_at desc, feed_id, position`,
  );
  const app = new Hono();
  app.get('/v1/feeds/:id', (context) => {
    const id = context.req.param('id');
    const rows = items.all(id).map((row) => ({ ...row, authors: JSON.parse(row.authors) }));
    return context.json({ ...feed.get(id), items: rows });
  });
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
}
