import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { licences } from '../scripts/licences.js';

it('names what a bundled package carries a copy of', () => {
  const text = licences([
    'node_modules/chalk/source/vendor/ansi-styles/index.js',
    'node_modules/undici/lib/llhttp/llhttp-wasm.js',
  ]);
  expect(text.match(/^--- .*$/gm)).toEqual([
    expect.stringMatching(/^--- chalk [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^--- undici [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^--- ansi-styles in chalk \(MIT/),
    expect.stringMatching(/^--- llhttp in undici \(MIT/),
  ]);
});

it('refuses a copy whose licence is not known', () => {
  expect(() => licences(['node_modules/chalk/source/vendor/left-pad/index.js'])).toThrow(
    /a copy of left-pad in chalk/,
  );
});

/** The files of other packages in the bundle. */
function bundledFiles(): string[] {
  const { inputs } = JSON.parse(readFileSync('dist/meta.json', 'utf8'));
  return Object.keys(inputs).filter((file) => file.includes('node_modules/'));
}

/** The blocks of the list: each package or copy, and the text about it. */
function blocks(): { head: string; text: string }[] {
  const list = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8');
  return list.split(/^--- /m).flatMap((block) => {
    const [head] = block.split('\n');
    return head === undefined || head === '' ? [] : [{ head, text: block }];
  });
}

const packageOf = (file: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? '';

it('lists every package of the built bundle with its licence', () => {
  const heads = blocks().map(({ head }) => head);
  const packages = [...new Set(bundledFiles().map(packageOf))];
  expect(packages.length).toBeGreaterThan(50);
  const missing = packages.filter((name) => !heads.some((head) => head.startsWith(`${name} `)));
  expect(missing).toEqual([]);
  expect(heads.filter((head) => !/ \(.*[A-Z].*\)$/.test(head))).toEqual([]);
});

it('names everybody who claims a copyright in a bundled file', () => {
  const named = blocks();
  const unnamed = bundledFiles().flatMap((file) => {
    const owner = packageOf(file);
    const about = named
      .filter(({ head }) => head.startsWith(`${owner} `) || head.includes(` in ${owner} (`))
      .map(({ text }) => text)
      .join('\n');
    const comments = readFileSync(file, 'utf8').matchAll(
      /^[ \t/*]*Copyright(?: \([Cc]\))?[ \d,–-]+([A-Z]\w+ [A-Z]\w+)/gm,
    );
    return [...comments].flatMap(([, holder = '']) =>
      about.includes(holder) ? [] : [`${file}: ${holder}`],
    );
  });
  expect(unnamed).toEqual([]);
});
