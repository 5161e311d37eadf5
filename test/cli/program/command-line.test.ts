import { describe, expect, it } from 'vitest';
import { ROOT_ENTRIES } from '../../../src/cli/commands/index.js';
import { isNoun, type Noun, type Verb } from '../../../src/cli/verbs/verb.js';
import { BUILD, VERSION } from '../../../src/contract/version.js';
import { run } from '../../support/cli-host.js';

/** The words of every verb. */
async function verbPaths(): Promise<string[][]> {
  const paths = (member: Noun | Verb): string[][] =>
    isNoun(member)
      ? member.members.flatMap((each) => paths(each).map((path) => [member.name, ...path]))
      : [[member.name]];
  const members = await Promise.all(
    ROOT_ENTRIES.map(async ({ name, load }) => ({ ...(await load()), name })),
  );
  return members.flatMap(paths);
}

describe('the command line alone', () => {
  it('prints help for nothing, --help and help, on standard output', async () => {
    for (const argv of [[], ['--help'], ['-h'], ['help']]) {
      const { code, stdout, stderr } = await run(argv);
      expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: feedctl <command> \[options\]/);
      expect(stdout).toContain('\n  feeds ');
      expect(stdout).toContain('--timeout <TIME>');
    }
  });

  it('has a first page of 40 lines that names every command', async () => {
    const { stdout } = await run(['--help']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    for (const { name, group } of ROOT_ENTRIES) {
      if (group !== undefined) expect(stdout).toMatch(new RegExp(`[ ,]${name}(?:[ ,]|$)`, 'm'));
    }
  });

  it('explains every command and global option with help', async () => {
    const { stdout } = await run(['help']);
    for (const { name, summary, group } of ROOT_ENTRIES) {
      const line = new RegExp(`^  ${name} +${summary.replace(/[()]/g, '\\$&')}$`, 'm');
      if (group === undefined) expect(stdout).not.toMatch(line);
      else expect(stdout).toMatch(line);
    }
    expect(stdout).toMatch(/^ {2}--timeout <TIME> +request timeout/m);
  });

  it('has help of 60 lines for every verb', async () => {
    for (const path of await verbPaths()) {
      const { stdout } = await run([...path, '--help']);
      const lines = stdout.trimEnd().split('\n');
      expect({ path, isShort: lines.length <= 60 }).toEqual({ path, isShort: true });
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  it('describes a command as JSON', async () => {
    const { stdout, code } = await run(['help', 'feeds', 'create', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'feedctl feeds create',
      options: expect.arrayContaining([
        expect.objectContaining({ flags: '--with <FILE>', group: 'Further settings' }),
      ]),
      output: expect.objectContaining({ id: expect.anything() }),
    });
    expect(JSON.parse((await run(['help', '--json'])).stdout)).toMatchObject({ name: 'feedctl' });
    const unknown = await run(['help', 'fedes', '--json']);
    expect(unknown.code).toBe(2);
    expect(JSON.parse(unknown.stderr).error.message).toBe("Unknown command 'fedes'.");
  });

  it('prints the version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('prints which build it is', async () => {
    const { code, stdout } = await run(['--version', '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([0, { version: VERSION, ...BUILD }]);
    expect((await run(['-V'])).stdout).toBe(`${VERSION}\n`);
  });

  it("prints a noun's help for the noun alone", async () => {
    const alone = await run(['feeds']);
    expect(alone.code).toBe(0);
    expect(alone.stderr).toBe('');
    expect(alone.stdout).toContain('Usage: feedctl feeds <command> [options]');
    expect(alone.stdout).toMatch(/^ {2}create +Create a feed/m);
    for (const argv of [
      ['feeds', '--help'],
      ['help', 'feeds'],
      ['--json', 'feeds'],
    ]) {
      expect((await run(argv)).stdout).toBe(alone.stdout);
    }
  });

  it("prints a verb's help with examples, JSON shape and exit codes", async () => {
    const { code, stdout } = await run(['help', 'feeds', 'get']);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: feedctl feeds get [options] <id>');
    expect(stdout).toContain('--sort <ORDER>');
    expect(stdout).toContain('Examples:\n  # Show a feed and its items\n  feedctl feeds get');
    expect(stdout).toContain('JSON output (--json):\n  {\n    "id": "a1B2c3D4e5F6g7H8"');
    expect(stdout).toContain('Exit codes:\n  0   done\n  2   wrong usage');
    const short = (await run(['feeds', 'get', '--help'])).stdout;
    expect(short).toContain('Usage: feedctl feeds get [options] <id>');
    expect(short).toContain('More:\n  feedctl help feeds get  (the JSON output)');
    expect(short).not.toContain('JSON output (--json)');
  });

  it.each([
    [['--help', 'feeds', 'create'], 'feeds create'],
    [['-h', 'items'], 'items'],
    [['--json', '--help', 'feeds', 'list'], 'feeds list'],
    [['feeds', '--help', 'create'], 'feeds create'],
    [['feeds', '-h', '--json', 'create', '--title', 'x'], 'feeds create'],
    [['--profile', 'feeds', '--help', 'webhooks', 'deliveries'], 'webhooks deliveries'],
    [['-o', 'json', '-h', 'feeds'], 'feeds'],
  ])('means the command wherever --help stands: %j', async (argv, command) => {
    const { code, stdout } = await run(argv);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: (await run([...command.split(' '), '--help'])).stdout,
    });
    expect(stdout).toContain(`Usage: feedctl ${command} `);
  });

  it.each([[['--help', 'nosuch']], [['feeds', '--help', 'nosuch']]])(
    'tells a mistake beside --help: %j',
    async (argv) => {
      const { code, stderr } = await run(argv);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Unknown command 'nosuch'."),
      });
    },
  );

  it('never parts a flag from its value in the list of global options', async () => {
    const { stdout } = await run(['feeds', 'get', '--help']);
    const lines = stdout.split('\n');
    const start = lines.indexOf('Global options:');
    const section = lines.slice(start + 1, lines.indexOf('', start));
    expect(section.join('  ')).toContain('--base-url <URL>');
    for (const line of section) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('colours headings on a terminal only', async () => {
    const terminal = await run(['--help'], { terminals: ['stdout'], env: { TERM: 'xterm' } });
    expect(terminal.stdout).toContain('\u001b[1mUsage:\u001b[22m');
    expect((await run(['--help'])).stdout).not.toContain('\u001b');
    const off = { terminals: ['stdout'], env: { TERM: 'xterm', NO_COLOR: '1' } } as const;
    expect((await run(['--help'], off)).stdout).not.toContain('\u001b');
    expect((await run(['feeds', 'get', '--help'], off)).stdout).not.toContain('\u001b');
  });

  it.each([
    [[], { FORCE_COLOR: '1' }],
    [[], { CLICOLOR_FORCE: '1' }],
    [['--color'], { NO_COLOR: '1' }],
  ])('colours what goes into a pipe with %j and %j', async (flags, env) => {
    const table = await run(['commands', ...flags], { env });
    expect(table.stdout).toMatch(/^\u001b\[1mCOMMAND\u001b\[22m\t/);
    expect(table.stdout).toContain('\u001b[36mfeedctl feeds create\u001b[39m\t');
    expect((await run(['--help', ...flags], { env })).stdout).toContain('\u001b[1mUsage:');
  });
});

describe('mistakes', () => {
  it.each([
    [['fedes', 'list'], "Unknown command 'fedes'.", 'Did you mean: feedctl feeds'],
    [['fedes', '--help'], "Unknown command 'fedes'.", 'Did you mean: feedctl feeds'],
    [['feeds', 'lst'], "Unknown command 'lst'.", 'Did you mean: feedctl feeds list'],
    [['feeds', 'list', '--limt', '3'], "Unknown option '--limt'.", 'Did you mean --limit?'],
    [['feeds', 'list', '--jsn'], "Unknown option '--jsn'.", 'Did you mean --json?'],
    [['--jsn', 'feeds', 'list'], "Unknown option '--jsn'.", 'Did you mean --json?'],
    [['feeds', 'get', 'a', 'b'], 'Too many arguments', 'See: feedctl feeds get --help'],
    [
      ['feeds', 'create', 'solar sails'],
      '"solar sails" is not an address.',
      "Type an address, such as example.com/news; for a news search: feedctl feeds create --keyword 'solar sails'\n",
    ],
    [
      ['feeds', 'create', 'example.com', '--keyword', 'sails'],
      'A feed has one source, but a URL and --keyword were given',
      '',
    ],
    [
      ['feeds', 'add', 'a.example', 'b.example', '--title', 'x'],
      '--title works for a single feed, not with several URLs or --from-file.',
      '',
    ],
    [
      ['feeds', 'list', '--limit'],
      '--limit requires a value: --limit <N>.',
      'See: feedctl feeds list --help',
    ],
    [
      ['serve', '--behind-proxy', '--public-url', 'https://feeds.example.com'],
      '--behind-proxy takes a value, but --public-url follows it.',
      'Add the CIDR; to pass --public-url as it: --behind-proxy=--public-url',
    ],
    [['feeds', 'create', '--nme', 'x'], "Unknown option '--nme'.", 'Did you mean --name?'],
    [['feeds', 'update', '--heade', 'x'], "Unknown option '--heade'.", 'Did you mean --header?'],
    [['help', 'feeds', 'lst'], "Unknown command 'lst'.", 'Did you mean: feedctl feeds list'],
    [['feeds', 'lst', '--help'], "Unknown command 'lst'.", 'Did you mean: feedctl feeds list'],
    [
      ['feeds', 'list', 'reef'],
      'Too many arguments',
      'Did you mean: feedctl feeds list --search reef',
    ],
    [['keys', 'create', 'ci'], 'Too many arguments', 'Did you mean: feedctl keys create --name ci'],
    [
      ['accounts', 'create', 'desk', '--feeds', '5'],
      'Too many arguments',
      'Did you mean: feedctl accounts create --feeds 5 --name desk',
    ],
    [['serve', '8080'], 'Too many arguments', 'Did you mean: feedctl serve --port 8080'],
    [
      ['webhooks', 'listen', '3000'],
      'Too many arguments',
      'Did you mean: feedctl webhooks listen --port 3000',
    ],
    [['feeds', 'list', '--limit', '0'], '--limit takes a whole number of at least 1', ''],
    [['feeds', 'list', '--limit', '1e3'], 'not "1e3"', ''],
    [['feeds', 'list', '--offset', '-1'], 'not "-1"', ''],
    [['feeds', 'list', '--all', '--limit', '1'], '--all and --limit cannot be combined', ''],
    [['feeds', 'list', '-o', 'xml'], '--output takes table, json, jsonl, yaml, csv, id', ''],
    [['feeds', 'list', '--timeout', 'soon'], '--timeout takes a duration', ''],
    [['feeds', 'list', '--fields', 'id,nope'], 'no field "nope"', 'Fields: id, title'],
    [['feeds', 'list', '--fields', 'id,,title'], 'separated by commas', ''],
    [['feeds', 'get', 'x', '--sort', 'newest'], '--sort takes last_added, date', ''],
    [['settings', 'get', 'x', '-o', 'id'], 'has no ids', ''],
    [
      ['webhooks', 'resend', 'wh_x'],
      '--since is missing: pass a time such as 24h or 2026-01-31.',
      'feedctl webhooks resend wh_x --since 24h',
    ],
    [['xyzzy'], "Unknown command 'xyzzy'.", 'See: feedctl --help'],
  ])('%j ends with exit code 2 and says what to do', async (argv, message, hint) => {
    const { code, stdout, stderr } = await run(argv, { env: { HOME: '/nonexistent' } });
    expect(stderr).toContain(`Error: `);
    expect(stderr).toContain(message);
    if (hint !== '') expect(stderr).toContain(`\nHint: ${hint}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('are JSON on standard error with --json, whatever else is wrong', async () => {
    for (const argv of [
      ['feeds', 'lst', '--json'],
      ['feeds', 'lst', '-o', 'json'],
      ['feeds', 'lst', '--output=jsonl'],
    ]) {
      const { code, stdout, stderr } = await run(argv);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(JSON.parse(stderr)).toEqual({
        error: {
          message: "Unknown command 'lst'.",
          code: 'USAGE',
          exitCode: 2,
          hint: 'Did you mean: feedctl feeds list',
        },
      });
    }
  });

  it('two formats at once are one', async () => {
    const { code, stderr } = await run(['feeds', 'list', '--json', '-o', 'csv']);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error.message).toContain('cannot be combined');
  });

  it('values may look like global options', async () => {
    // An option's value is its value: --title --json sets a title, and asks for no JSON.
    for (const title of [['--title', '-q'], ['--title=--url']]) {
      const { stderr } = await run(['feeds', 'update', '_x', ...title]);
      expect(stderr).toMatch(/^Error: "_x" is the id of a bundle/);
    }
  });
});
