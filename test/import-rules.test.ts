import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  drawGraph,
  type FolderGraph,
  folderGraph,
  type Import,
  readImports,
  sourceFiles,
} from '../scripts/import-graph.js';

const FILES = sourceFiles();
const IMPORTS = readImports(FILES).filter(({ to }) => !to.endsWith('.json'));

/** Which part may import which: section "The folders" of docs/architecture.md. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  resources: [],
  contract: ['resources', 'base'],
  client: ['contract', 'resources', 'base'],
  service: ['contract', 'resources', 'base'],
  cli: ['client', 'contract', 'resources', 'base'],
};

describe('imports', () => {
  it('are found', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
    // Of TypeScript, or data.
    for (const { to } of IMPORTS) expect(existsSync(`src/${to}`), to).toBe(true);
  });

  it.each(Object.entries(PARTS))('%s imports, beside itself, only %j', (part, known) => {
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

  it('no module imports itself, not even dynamically', () => {
    // The bundler writes code for such an import that fails when it runs (esbuild 0.28.2).
    expect(IMPORTS.filter(({ from, to }) => from === to)).toEqual([]);
  });

  it('no module imports itself through others when it is loaded', () => {
    expect(loadingCycles()).toEqual([]);
  });
});

describe.each(['service', 'cli'] as const)('the folders of %s', (part) => {
  const graph = folderGraph(part, IMPORTS);

  it('hold every file', () => {
    const loose = FILES.filter((file) => partOf(file) === part && file.split('/').length < 3);
    expect(loose).toEqual([]);
  });

  it('form a graph without cycles, which docs/architecture.md draws', () => {
    // `npm run docs` writes the drawing.
    expect(drawingIn('docs/architecture.md', part)).toBe(drawGraph(graph));
  });
});

describe('drawGraph', () => {
  it('puts a folder above what it imports', () => {
    const graph = graphOf({ store: [], http: ['feeds', 'store'], feeds: ['store'] });
    expect(drawGraph(graph)).toBe('http  → feeds, store\nfeeds → store\nstore → -');
  });

  it('names the folders of a cycle', () => {
    const graph = graphOf({ http: ['feeds'], feeds: ['items'], items: ['feeds'] });
    expect(() => drawGraph(graph)).toThrow('cycle: feeds → items → feeds');
  });
});

function graphOf(folders: Record<string, string[]>): FolderGraph {
  return new Map(Object.entries(folders).map(([folder, imports]) => [folder, new Set(imports)]));
}

/** The block that begins with ```text service. */
function drawingIn(file: string, part: string): string | undefined {
  const text = readFileSync(file, 'utf8');
  return new RegExp(`\`\`\`text ${part}\\n([\\s\\S]*?)\\n\`\`\``).exec(text)?.[1];
}

function partOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function isTheDoor({ from, kind }: Import): boolean {
  return partOf(from) === 'cli' && kind === 'dynamic';
}

/** Cycles of imports that are evaluated on loading; types and dynamic imports make none. */
function loadingCycles(): string[][] {
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
