import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiReference, withReference } from '../scripts/api-docs.js';
import { sourceFiles } from '../scripts/import-graph.js';
import { settingsReference } from '../scripts/settings-docs.js';
import { ERROR_CODES, endpoints } from '../src/contract/index.js';
import { standardHeaders } from '../src/contract/webhook-signature.js';
import * as operator from '../src/resources/operator.js';
import { openApiDocument } from '../src/service/http/openapi.js';

const API = readFileSync('docs/api.md', 'utf8');
const DECISIONS = readdirSync('docs/decisions').filter((name) => name !== 'README.md');
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`),
  ...readdirSync('docs/cli').map((name) => `docs/cli/${name}`),
];

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const PROOFS = readFileSync('scripts/prove.js', 'utf8');

/** Names of documents that readers of the repository do not have. */
const CITATION = /\bDESIGN\b|\bspecification,? section|\bof the (?:wire )?specification\b|§\s?\d/;

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
}

it('docs/self-hosting.md has the settings that `npm run docs` writes', () => {
  const text = readFileSync('docs/self-hosting.md', 'utf8');
  expect(text).toBe(withReference(text, settingsReference(operator)));
});

describe('docs/api.md', () => {
  it.each(Object.entries(endpoints))('has the endpoint %s', (_, { method, path }) => {
    expect(API).toContain(`\n| \`${method} ${path}\` |`);
  });

  it.each(Object.entries(ERROR_CODES))('has the error code %s', (code, { status }) => {
    expect(API).toContain(`\n| ${status} | \`${code}\` |`);
  });

  const { schemas } = openApiDocument().components as { schemas: Record<string, Schema> };
  it.each(Object.entries(schemas))('has every field of %s', (name, schema) => {
    const described = sectionsOf(name).join('\n');
    for (const field of fieldsOf(schema)) expect(described).toMatch(fieldRow(field));
  });

  it('has the reference that `npm run docs` writes', () => {
    const document = openApiDocument();
    const parts = apiReference({ endpoints, errorCodes: ERROR_CODES, document });
    expect(API).toBe(withReference(API, parts));
  });

  it('has an example that accepts authentic deliveries only', async () => {
    const [, code = ''] = /```js\n([\s\S]+?)```/.exec(API) ?? [];
    const example = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isAuthentic: (secret: string, headers: object, body: Buffer) => boolean;
    };
    const [secret, old] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(
      (key) => `whsec_${key.toString('base64')}`,
    ) as [string, string];
    const signed = (secondsAgo: number) =>
      standardHeaders([secret, old], {
        id: 'evt_1',
        timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
        body: '{}',
      });
    const body = Buffer.from('{}');
    expect(example.isAuthentic(secret, signed(0), body)).toBe(true);
    expect(example.isAuthentic(old, signed(0), body)).toBe(true);
    expect(example.isAuthentic(secret, signed(0), Buffer.from('{ }'))).toBe(false);
    expect(example.isAuthentic(secret, signed(400), body)).toBe(false);
    expect(example.isAuthentic(`whsec_${'A'.repeat(43)}=`, signed(0), body)).toBe(false);
  });

  /** The section of an object, and those of the objects that it names: `All fields of [X](#x)`. */
  function sectionsOf(name: string): string[] {
    const [, section = ''] = new RegExp(`\n### ${name}\n([\\s\\S]*?)(?=\n##|$)`).exec(API) ?? [];
    const [, shared] = /^All fields of \[(\w+)\]/m.exec(section) ?? [];
    return [section, ...(shared === undefined ? [] : sectionsOf(shared))];
  }
});

describe('docs/decisions', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');

  it.each(DECISIONS)('%s is listed, complete and short', (name) => {
    const text = readFileSync(join('docs/decisions', name), 'utf8');
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(list).toContain(`](${name})`);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    for (const part of ['Context', 'Decision', 'Reason', 'Consequences']) {
      expect(text).toContain(`**${part}.**`);
    }
  });

  it('has numbers without gaps', () => {
    const numbers = DECISIONS.map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b);
    expect(numbers).toEqual(DECISIONS.map((_, index) => index + 1));
  });
});

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('links to pages and headings that exist', () => {
    const missing = linksIn(text).filter((link) => !exists(page, link));
    expect(missing).toEqual([]);
  });

  it('names scripts, proofs and files that exist', () => {
    // The changelog keeps the names of old releases.
    if (page === 'CHANGELOG.md') return;
    for (const [, script = ''] of text.matchAll(/\bnpm run ([a-z:-]+)/g)) {
      expect(scripts).toHaveProperty([script]);
    }
    for (const [, proof] of text.matchAll(/\bnpm run prove ([a-z-]+)/g)) {
      expect(PROOFS).toContain(`  ${/^[a-z]+$/.test(proof ?? '') ? proof : `'${proof}'`}: {`);
    }
    const paths = text.matchAll(/`((?:src|test|scripts|bench)\/[\w./-]+\.\w+)`/g);
    expect([...paths].map(([, path = '']) => path).filter(isMissing)).toEqual([]);
  });
});

it('sources, tests and documents cite nothing outside the repository but public standards', () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `test/${name}`);
  const files = [...PAGES, ...tests, ...sourceFiles().map((file) => `src/${file}`)];
  const citing = files.filter((file) => CITATION.test(readFileSync(file, 'utf8')));
  expect(files.length).toBeGreaterThan(500);
  expect(citing).toEqual([]);
});

/** Names of fields, nested ones as `data.items_new` and `errors[].code`. */
function fieldsOf({ properties = {}, anyOf = [] }: Schema, prefix = ''): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [
    prefix + name,
    ...fieldsOf(field, `${prefix}${name}.`),
    ...fieldsOf(field.items ?? {}, `${prefix}${name}[].`),
  ]);
  return [...own, ...anyOf.flatMap((one) => fieldsOf(one, prefix))];
}

/** A row of the field that says what it means. */
function fieldRow(field: string): RegExp {
  const name = field.replace(/[.[\]]/g, '\\$&');
  return new RegExp(
    `^\\| \`${name}\` \\| [^|]+ \\| (?:yes)? \\| ${field === 'data' ? '' : '[^|]'}`,
    'm',
  );
}

/** Imports name the file that is built. */
function isMissing(path: string): boolean {
  return !existsSync(path) && !existsSync(path.replace(/\.js$/, '.ts'));
}

function linksIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
}

function exists(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
