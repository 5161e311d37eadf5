// The import graph of src/, by folder. docs/architecture.md draws it; test/import-rules.test.ts
// fails when the graph has a cycle or the drawing differs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Static imports and re-exports, bare imports, dynamic imports: types included. */
const IMPORT =
  /^(?:import|export)\s(type\s)?[^;'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gms;

/** Source files below src/, as paths relative to it. */
export function sourceFiles() {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path))
    .sort();
}

/** Every import between two files of src/. */
export function readImports(files = sourceFiles()) {
  const known = new Set(files);
  return files.flatMap((from) =>
    [...readFileSync(join('src', from), 'utf8').matchAll(IMPORT)].map(
      ([, type, named, bare, dynamic]) => ({
        from,
        to: resolved(posix.join(dirname(from), named ?? bare ?? dynamic), known),
        kind: dynamic !== undefined ? 'dynamic' : type !== undefined ? 'type' : 'value',
      }),
    ),
  );
}

function resolved(path, known) {
  const typescript = path.replace(/\.js$/, '.ts');
  return known.has(typescript) ? typescript : path.replace(/\.js$/, '.tsx');
}

/**
 * The groups of files that import each other, directly or through others, in alphabetical order:
 * strongly connected components (Tarjan 1972).
 * @param imports of `readImports`
 */
export function importCircles(imports) {
  const needs = new Map();
  for (const { from, to } of imports) needs.set(from, [...(needs.get(from) ?? []), to]);
  const [stack, visited, circles] = [[], new Map(), []];
  const visit = (file) => {
    const place = { index: visited.size, lowest: visited.size, isOpen: true };
    visited.set(file, place);
    stack.push(file);
    for (const next of needs.get(file) ?? []) {
      const other = visited.get(next) ?? visit(next);
      if (other.isOpen) place.lowest = Math.min(place.lowest, other.lowest);
    }
    if (place.lowest === place.index) {
      const circle = stack.splice(stack.indexOf(file));
      for (const member of circle) visited.get(member).isOpen = false;
      if (circle.length > 1) circles.push(circle.sort());
    }
    return place;
  };
  for (const file of needs.keys()) if (!visited.has(file)) visit(file);
  return circles;
}

/**
 * The folders of one part of the house and the folders each imports, by name.
 * @param part `service`, `cli` or `generator`; a file next to its folders stands above them
 */
export function folderGraph(part, imports = readImports()) {
  const graph = new Map();
  for (const { from, to } of imports) {
    const [importer, imported] = [folderOf(from, part), folderOf(to, part)];
    if (importer === undefined) continue;
    if (!graph.has(importer)) graph.set(importer, new Set());
    if (imported !== undefined && imported !== importer) graph.get(importer).add(imported);
  }
  return graph;
}

/** `service/dashboard/kit/x.tsx` is in the folder `dashboard` of `service`. */
function folderOf(path, part) {
  const [first, folder, ...rest] = path.split('/');
  return first === part && rest.length > 0 ? folder : undefined;
}

/**
 * The folders from the top of the house to the ground, a line each: `app → config, core, …`. A
 * folder stands above everything it imports.
 * @throws {Error} when folders import each other in a cycle
 */
export function drawGraph(graph) {
  const width = Math.max(...[...graph.keys()].map((folder) => folder.length));
  return topDown(graph)
    .map((folder) => `${folder.padEnd(width)} → ${[...graph.get(folder)].sort().join(', ') || '-'}`)
    .join('\n');
}

function topDown(graph) {
  const heights = new Map();
  const heightOf = (folder, way = []) => {
    if (way.includes(folder)) {
      const cycle = [...way.slice(way.indexOf(folder)), folder].join(' → ');
      throw new Error(`Folders import each other in a cycle: ${cycle}`);
    }
    if (!heights.has(folder)) {
      const below = [...(graph.get(folder) ?? [])].map((next) => heightOf(next, [...way, folder]));
      heights.set(folder, Math.max(-1, ...below) + 1);
    }
    return heights.get(folder);
  };
  const folders = [...graph.keys()].sort();
  for (const folder of folders) heightOf(folder);
  return folders.sort((a, b) => heights.get(b) - heights.get(a));
}
