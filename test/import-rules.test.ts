import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Import {
  from: string;
  to: string;
  kind: 'value' | 'type' | 'dynamic';
}

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path))
  .sort();

const IMPORTS = FILES.flatMap(importsOf);

/** Which part of the house may know which: section "The house" of docs/architecture.md. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: ['contract'],
  service: ['contract'],
  cli: ['client', 'contract'],
};

describe('imports', () => {
  it('are found at all', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
    for (const { to } of IMPORTS) expect(FILES).toContain(to);
  });

  it.each(Object.entries(PARTS))('%s knows, beside itself, only %j', (part, known) => {
    const wrong = IMPORTS.filter(
      ({ from, to }) => partOf(from) === part && partOf(to) !== part && !known.includes(partOf(to)),
    ).filter((one) => !isTheDoor(one));
    expect(wrong).toEqual([]);
  });

  it('the command line enters the service through exactly one dynamic import', () => {
    const doors = IMPORTS.filter(
      ({ from, to }) => partOf(from) === 'cli' && partOf(to) === 'service',
    );
    expect(doors.map(({ to, kind }) => ({ to, kind }))).toEqual([
      { to: 'service/app/index.ts', kind: 'dynamic' },
    ]);
  });

  it('no module needs itself on the way to what it needs', () => {
    expect(cycles()).toEqual([]);
  });
});

function importsOf(from: string): Import[] {
  const source = readFileSync(join('src', from), 'utf8');
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gms,
  );
  return [...statements].map(([, type, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic ?? '';
    return {
      from,
      to: resolved(posix.join(dirname(from), target)),
      kind: dynamic !== undefined ? 'dynamic' : type !== undefined ? 'type' : 'value',
    };
  });
}

function resolved(path: string): string {
  const typescript = path.replace(/\.js$/, '.ts');
  return FILES.includes(typescript) ? typescript : path.replace(/\.js$/, '.tsx');
}

function partOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function isTheDoor({ from, kind }: Import): boolean {
  return partOf(from) === 'cli' && kind === 'dynamic';
}

/** Circles of imports that are evaluated on loading; types and dynamic imports make none. */
function cycles(): string[][] {
  const needs = neededBy();
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: string[]) => {
    const start = way.indexOf(file);
    if (start >= 0) found.push([...way.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const next of needs.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of FILES) visit(file, []);
  return found;
}

function neededBy(): Map<string, string[]> {
  const needs = new Map<string, string[]>();
  for (const { from, to, kind } of IMPORTS) {
    if (kind === 'value') needs.set(from, [...(needs.get(from) ?? []), to]);
  }
  return needs;
}
