import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { fileOf, Sandbox } from '../../../support/sandbox.js';

const A = 'https://a.example/';
const B = 'https://b.example/';

let hosted: HostedDialect;
let user: Sandbox;

beforeEach(async () => {
  hosted = await startHostedDialect();
  user = new Sandbox(hosted.variables);
});
afterEach(() => hosted.close());

/** Sources of the account, the oldest first. */
function sources(): string[] {
  return hosted
    .state()
    .feeds.map(({ source_url }) => source_url)
    .reverse();
}

function writes(): number {
  return hosted.requests.filter(({ method }) => method !== 'GET').length;
}

/** A run whose output is told apart, at a service that takes writes as they come. */
function apply(file: string, ...flags: string[]) {
  return user.run(['apply', file, '--yes', '--rate', 'none', ...flags]);
}

describe('plan', () => {
  it('is a diff for people, 10 with --detailed-exitcode and 0 when nothing is to do', async () => {
    hosted.state().addFeed({ source_url: A, title: 'Old' });
    const file = fileOf(user, 'f.yaml', `feeds: [{ url: ${A}, title: New }, { url: ${B} }]\n`);
    const shown = [
      `+ feed ${B}\n`,
      `~ feed ${A}  ${hosted.state().feeds[0]?.id}\n    title: Old → New\n`,
      '1 to create, 1 to change, 0 to delete; 0 feeds and 0 bundles unchanged.\n',
    ].join('\n');
    expect(await user.run(['plan', file])).toEqual({ code: 0, stdout: shown, stderr: '' });
    const detailed = await user.run(['plan', file, '--detailed-exitcode']);
    expect(detailed).toEqual({ code: 10, stdout: shown, stderr: '' });
    const json = await user.run(['plan', file, '--detailed-exitcode', '--json']);
    expect(json).toMatchObject({ code: 10, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      create: 1,
      update: 1,
      changes: [
        { action: 'create', source: { url: B } },
        { action: 'update', fields: { title: { from: 'Old', to: 'New' } } },
      ],
    });
    expect(writes()).toBe(0);
    await apply(file);
    expect(await user.run(['plan', file, '--detailed-exitcode'])).toEqual({
      code: 0,
      stdout: 'No changes: 2 feeds and 0 bundles already match the file.\n',
      stderr: '',
    });
  });

  it('says beforehand when apply would refuse to delete as much, and what it takes', async () => {
    for (let index = 0; index < 5; index += 1) {
      hosted.state().addFeed({ source_url: `https://${index}.example/` });
    }
    const kept = [0, 1, 2].map((index) => `{ url: https://${index}.example }`);
    const file = fileOf(user, 'f.yaml', `feeds: [${kept}]\n`);
    const planned = await user.run(['plan', file, '--prune', '--base-url', hosted.url]);
    expect(planned.code).toBe(0);
    const command = `apply ${file} --prune --base-url ${hosted.url} --prune-max 40`;
    const warning = `feedctl apply would refuse this plan: --prune would delete 2 of 5 feeds, 40 %; it may delete 20 %. To allow it: feedctl ${command}`;
    expect(planned.stderr).toBe(`Warning: ${warning}\n`);
    const json = await user.json('plan', file, '--prune', '--base-url', hosted.url);
    expect(json).toMatchObject({ delete: 2, warnings: [warning] });
    expect(await user.json('plan', file)).toMatchObject({ delete: 0, warnings: [] });
    // What it names is what works.
    expect(await user.run([...command.split(' '), '--yes'])).toMatchObject({ code: 0 });
    expect(sources()).toHaveLength(3);
    expect((await user.run(['plan', file, '--prune'])).stderr).toBe('');
  });
});

describe('apply', () => {
  it('elsewhere needs --yes, does it, and nothing the second time', async () => {
    const file = fileOf(user, 'f.yaml', `feeds: [{ url: ${A}, title: Mine }, { url: ${B} }]\n`);
    const refused = await user.run(['apply', file]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--yes');
    expect(writes()).toBe(0);
    const first = await apply(file, '--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toMatchObject({ done: 2, failed: 0, left: 0 });
    const before = writes();
    const second = await apply(file);
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toMatch(/Nothing to do\.\n$/);
    expect(writes()).toBe(before);
  });

  it('never prunes by a file that is empty, nor more than --prune-max', async () => {
    for (let index = 0; index < 5; index += 1) {
      hosted.state().addFeed({ source_url: `https://${index}.example/` });
    }
    hosted.state().addBundle({ name: 'News' });
    const refusals = [
      ['', 'the file is empty'],
      ['feeds: []\n', '--prune would delete every feed'],
      ['feeds: [{ url: https://0.example }]\n', '--prune would delete 1 of 1 bundle, 100 %'],
      [
        'feeds: [{ url: https://0.example }, { url: https://1.example }, { url: https://2.example }]\nbundles: [{ name: News }]\n',
        '--prune would delete 2 of 5 feeds, 40 %; it may delete 20 %.',
      ],
    ] as const;
    for (const [text, message] of refusals) {
      const { code, stdout, stderr } = await apply(fileOf(user, 'f.yaml', text), '--prune');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
    }
    expect(writes()).toBe(0);
    const file = join(user.home, 'f.yaml');
    expect(await apply(file, '--prune', '--prune-max', '40')).toMatchObject({ code: 0 });
    expect(sources()).toEqual([0, 1, 2].map((index) => `https://${index}.example/`));
  });

  it('makes the others when one fails, says which, and ends with 8', async () => {
    hosted.sources.set(A, { kind: 'failure', message: 'Nothing there', code: 'feed_error' });
    const bundles = `bundles: [{ name: News, feeds: [${A}, ${B}] }]\n`;
    const file = fileOf(user, 'f.yaml', `feeds: [{ url: ${A} }, { url: ${B} }]\n${bundles}`);
    const { code, stdout, stderr } = await apply(file);
    expect(code).toBe(8);
    expect(stdout).toMatch(/1 of 3 changes applied\.\n$/);
    expect(stderr).toContain('Error: 2 of 3 changes failed.');
    expect(stderr).toContain(`${A}: Nothing there`);
    expect(stderr).toContain('News: 1 member is still missing');
    expect(stderr).toContain(`feedctl apply ${file}`);
    hosted.sources.delete(A);
    expect(await apply(file)).toMatchObject({ code: 0, stderr: '' });
    expect(hosted.state().bundles).toHaveLength(1);
    expect(sources()).toEqual([B, A]);
  });

  it('stops at a limit that lasts and says how to go on', async () => {
    const file = fileOf(user, 'f.yaml', `feeds: [{ url: ${A} }, { url: ${B} }]\n`);
    const fault = { kind: 'too-many-requests', retryAfter: '86400' } as const;
    hosted.fault({ method: 'POST', after: 1, times: 9, fault });
    const { code, stderr } = await apply(file, '--prune');
    expect(code).toBe(6);
    expect(stderr).toContain('Stopped after 1 of 2 changes.');
    expect(stderr).toContain(`run again: feedctl apply ${file} --prune --rate none\n`);
    hosted.clearFaults();
    expect(await apply(file)).toMatchObject({ code: 0 });
    expect(sources()).toEqual([A, B]);
  });
});

describe('a file that is wrong is exit 2 with line and column, and nothing is sent:', () => {
  const bomb = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    .map((name, index, names) => {
      const inner = index === 0 ? '"x"' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array(9).fill(inner).join(', ')}]`;
    })
    .join('\n');

  it.each([
    ['a source twice', 'f.yaml', `feeds:\n  - url: ${A}\n  - url: ${A}#x\n`, '3:5', 'in line 2'],
    [
      'an unknown key',
      'f.yaml',
      `feeds:\n  - url: ${A}\n    titel: x\n`,
      '3:5',
      'did you mean "title"',
    ],
    [
      'a wrong type',
      'f.yaml',
      `feeds:\n  - url: ${A}\n    title: 5\n`,
      '3:5',
      'put this number in',
    ],
    ['a wrong type in JSON', 'f.json', `{"feeds":\n [{"url": 5}]}`, '2:4', '"url" must be text'],
    ['a tab', 'f.yaml', `feeds:\n\t- url: ${A}\n`, '2:1', 'Tabs are not allowed'],
    ['an anchor bomb', 'f.yaml', `${bomb}\nfeeds: *h\n`, '1:1', 'expand to more than the limit'],
    ['a stranger', 'f.yaml', `bundles:\n  - name: N\n    feeds: [${A}]\n`, '3:13', 'not among'],
    ['a bundle twice', 'f.yaml', `bundles:\n- name: N\n- name: N\n`, '3:3', 'in line 2'],
    ['OPML cut short', 'f.opml', '<opml version="2.0"><body>\n<outline text="a"', '2:18', 'ends'],
    [
      'OPML with entities of its own',
      'f.opml',
      '<!DOCTYPE opml [\n<!ENTITY a "b">]><opml/>',
      '2:1',
      'entity declarations are not supported',
    ],
    ['a feed, not a list', 'f.xml', '<rss version="2.0"/>', '1:1', 'feeds create --url'],
    ['a column nobody knows', 'f.csv', `url,titel\n${A},x\n`, '1:5', 'did you mean "title"'],
    ['a quote that never ends', 'f.csv', `url,title\n${A},"x\n`, `2:${A.length + 2}`, 'never ends'],
    [
      'Latin-1',
      'f.yaml',
      Buffer.from(`feeds:\n  - url: ${A}\n    title: M\xfcnchen\n`, 'latin1'),
      '3:13',
      'the file may be Latin-1',
    ],
  ])('%s', async (_what, name, text, place, message) => {
    const file = fileOf(user, name, text);
    for (const verb of ['plan', 'apply']) {
      const { code, stdout, stderr } = await user.run([verb, file]);
      expect({ code, stdout }, verb).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`${file}:${place}: `);
      expect(stderr).toContain(message);
    }
    expect(hosted.requests).toEqual([]);
  });

  it('of 10,000 lines too, and the rest is counted', async () => {
    const entries = Array.from({ length: 5000 }, (_, index) => {
      const key = index === 4800 || index === 4801 ? 'titel' : 'title';
      return `  - url: https://s${index}.example\n    ${key}: T${index}\n`;
    });
    const file = fileOf(user, 'f.yaml', `feeds:\n${entries.join('')}`);
    const { code, stderr } = await user.run(['plan', file]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Error: ${file}:9603:5: "titel" is not a known key`);
    expect(stderr).toContain(`${file}:9605:5: `);
  });
});

describe('import', () => {
  it('takes OPML 2.0 as readers write it: folders, entities, Latin-1, CRLF', async () => {
    const opml = [
      '<?xml version="1.0" encoding="ISO-8859-1"?>',
      '<opml version="2.0"><head><title>x</title></head><body>',
      '<outline text="News &amp; Caf&eacute;"><outline text="Deep">',
      '<outline type="rss" text="A &lt;b&gt;" xmlUrl="https://a.example"/></outline>',
      '<outline type="rss" text="M\xfcnchen" xmlUrl="https://b.example/?x=1&y=2"/></outline>',
      '</body></opml>',
    ].join('\r\n');
    const file = fileOf(user, 'f.opml', Buffer.from(opml, 'latin1'));
    const { code, stderr } = await user.run(['import', file, '--rate', 'none']);
    expect(code).toBe(0);
    expect(stderr).toContain('Bundles do not nest: the folder "Deep" in "News & Café" becomes');
    const { feeds, bundles } = hosted.state();
    expect(feeds.map(({ title }) => title).sort()).toEqual(['A <b>', 'München']);
    const sizes = bundles.map(({ name, members }) => [name, members.length]);
    expect(Object.fromEntries(sizes)).toEqual({ 'News & Café': 2, 'News & Café / Deep': 1 });
    expect(await user.run(['import', file, '-q'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('skips what cannot be used, says what and why, and ends with 8', async () => {
    const opml = [
      '<opml version="2.0"><body>',
      '<outline text="Letters" xmlUrl="newsletter:letters@mail.example"/>',
      '<outline text="Bare" xmlUrl="a.example"/>',
      '</body></opml>',
    ].join('\n');
    const file = fileOf(user, 'f.opml', opml);
    const strict = await user.run(['import', file, '--strict']);
    expect(strict).toMatchObject({ code: 2, stdout: '' });
    expect(hosted.requests).toEqual([]);

    const { code, stdout, stderr } = await user.run(['import', file, '--rate', 'none', '--json']);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({
      done: 1,
      skipped: [{ title: 'Letters', value: 'newsletter:letters@mail.example', line: 2, ok: false }],
    });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'SOME_FAILED', exitCode: 8 } });
    expect(hosted.state().feeds).toMatchObject([
      { source_url: 'https://a.example', title: 'Bare' },
    ]);
    const again = await user.run(['import', file]);
    expect(again).toMatchObject({ code: 8, stdout: 'Nothing to do.\n' });
    expect(again.stderr).toContain(
      `${file}:2:1: "Letters" <newsletter:letters@mail.example>: "url" must be an address`,
    );
  });

  it('takes spreadsheets: byte order mark, semicolons, CRLF, formulas as text', async () => {
    const csv = `\ufeffurl;title;bundles\r\n${A};"'=1+1";"Two; Three"\r\n`;
    const file = fileOf(user, 'f.csv', csv);
    expect((await user.run(['import', file, '--rate', 'none'])).code).toBe(0);
    expect(hosted.state().feeds).toMatchObject([{ source_url: A, title: '=1+1' }]);
    expect(hosted.state().bundles.map(({ name }) => name)).toEqual(['Three', 'Two']);
    const exported = await user.output('export', '--format', 'csv');
    expect(exported).toContain("'=1+1");
    expect(await user.run(['import', '-'], { input: exported })).toMatchObject({
      code: 0,
      stdout: 'Nothing to do.\n',
    });
  });
});

describe('export', () => {
  it('writes nothing of the machine it was made on', async () => {
    hosted.state().addFeed({ source_url: A, title: 'One' });
    for (const format of ['yaml', 'json', 'opml', 'csv']) {
      const text = await user.output('export', '--format', format);
      expect(text).toContain('One');
      expect(text).not.toMatch(/file:|node_modules/);
      expect(text).not.toContain(process.cwd());
    }
  });

  it('keeps the file there was when it cannot write another', async () => {
    hosted.state().addFeed({ source_url: A });
    const file = fileOf(user, 'f.yaml', 'before');
    const nowhere = await user.run(['export', '--to', join(user.home, 'none', 'f.yaml')]);
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain('cannot be written: the directory does not exist.');
    hosted.fault({ path: /settings/, times: 9, fault: { kind: 'html', status: 500 } });
    expect((await user.run(['export', '--to', file])).code).toBe(7);
    expect(readFileSync(file, 'utf8')).toBe('before');
    hosted.clearFaults();
    expect(await user.run(['export', '--to', file])).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Wrote 1 feed and 0 bundles to .*f\.yaml, without ids, /),
    });
    expect(readFileSync(file, 'utf8')).toContain(A);
  });
});
