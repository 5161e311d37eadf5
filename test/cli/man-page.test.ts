import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../src/cli/commands/index.js';
import { run } from '../support/cli-host.js';

interface ManPage {
  manPage(tree: unknown, topics: object): string;
  roff(text: string): string;
}

const PAGE = 'docs/feedctl.1';

async function scripts(): Promise<ManPage> {
  const path: string = '../../scripts/man-page.js';
  return import(path);
}

it('docs/feedctl.1 says what the program says', async () => {
  const { manPage } = await scripts();
  const tree = JSON.parse((await run(['commands', '--json'])).stdout);
  const topics: Record<string, string> = {};
  for (const topic of HELP_TOPICS) topics[topic] = (await run(['help', topic])).stdout;
  const isSame = readFileSync(PAGE, 'utf8') === manPage(tree, topics);
  expect(isSame, 'Write it anew: npm run build && node scripts/cli-docs.js').toBe(true);
});

it('is the page that npm installs', () => {
  // A list: npm links no page of a tarball that has a string here.
  expect(JSON.parse(readFileSync('package.json', 'utf8')).man).toEqual([PAGE]);
});

it('has no requests but those of its layout', () => {
  const requests = readFileSync(PAGE, 'utf8').match(/^[.'][^ \n]*/gm) ?? [];
  const layout = [
    '.\\"',
    '.TH',
    '.nh',
    '.ad',
    '.SH',
    '.SS',
    '.PP',
    '.TP',
    '.RS',
    '.RE',
    '.nf',
    '.fi',
  ];
  expect([...new Set(requests)].sort()).toEqual(layout.sort());
});

/** Texts that roff would change, drop or execute. */
const HOSTILE = [
  '.so /etc/passwd',
  "'br",
  String.raw`C:\new \fB \n \(aq \&`,
  '--all -o id a-b',
  `"quoted" 'single' \`back\``,
  '~/.config ^C',
  'café … ’ 😀',
];

describe('text', () => {
  it('begins no request and no escape', async () => {
    const { roff } = await scripts();
    expect(roff('.so x')).toBe('\\&.so x');
    expect(roff("one\n'br\n.br")).toBe('one\n\\(aqbr\n\\&.br');
    expect(roff('a\\fBb')).toBe('a\\(rsfBb');
    expect(roff('--all')).toBe('\\-\\-all');
    expect(roff('…😀')).toBe('\\[u2026]\\[u1F600]');
  });

  it('is rendered unchanged, where groff is installed', async ({ skip }) => {
    const { roff } = await scripts();
    const input = `.TH X 1\n.nf\n${HOSTILE.map(roff).join('\n')}\n`;
    const shown = await render(input);
    skip(shown === undefined, 'groff is not installed');
    for (const text of HOSTILE) expect(shown?.stdout).toContain(`${text}\n`);
    expect(shown?.stderr).toBe('');
  });
});

it('is rendered without warnings, where groff is installed', async ({ skip }) => {
  const shown = await render(readFileSync(PAGE, 'utf8'));
  skip(shown === undefined, 'groff is not installed');
  expect(shown?.stderr).toBe('');
  expect(shown?.stdout).toMatch(/^ +feedctl - turn websites/m);
  expect(shown?.stdout).toMatch(/^ +--interval <TIME>$/m);
  expect(shown?.stdout).toMatch(/^ +feedctl feeds list --all --json \| jq -r '/m);
});

/** What `man` shows on a UTF-8 terminal, without bold type; undefined without groff. */
async function render(input: string) {
  const options = ['-man', '-Tutf8', '-ww', '-P-cbou'];
  const { exitCode, stdout, stderr } = await execa('groff', options, { input, reject: false });
  return exitCode === undefined ? undefined : { stdout, stderr };
}
