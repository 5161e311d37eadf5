import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Output {
  inputs: Record<string, unknown>;
  imports: { path: string; kind: string; external?: boolean }[];
  entryPoint?: string;
}

interface BuiltProgram {
  outputs: Record<string, Output>;
  /** Modules that the build saw a command load; keys of `outputs`. */
  loaded: Record<
    'verbs' | 'complete' | 'request' | 'remote' | 'embedded' | 'items' | 'create',
    string[]
  >;
  /** The files of the program: their size, and the modules in them. */
  files: Record<string, { bytes: number; modules: string[] }>;
}

const { outputs, loaded, files }: BuiltProgram = JSON.parse(readFileSync('dist/meta.json', 'utf8'));

/** A module and everything that it imports, directly or not. */
function closure(start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const { path, kind, external } of outputs[start]?.imports ?? []) {
    if (kind === 'import-statement' && external !== true) closure(path, seen);
  }
  return seen;
}

function inputsOf(modules: Iterable<string>): string[] {
  return [...modules].flatMap((module) => Object.keys(outputs[module]?.inputs ?? {}));
}

/** The files that hold the modules which a command loads. */
function filesOf(modules: readonly string[]): string[] {
  return Object.keys(files).filter((file) =>
    files[file]?.modules.some((module) => modules.includes(module)),
  );
}

describe('start-up', () => {
  it('describes every command with nothing but commander and light modules', () => {
    const inputs = inputsOf(loaded.verbs);
    expect(inputs).toContain('src/cli/commands/feeds/create.ts');
    // Commands and what prints them. What is in base/ and resources/ imports nothing else.
    const light =
      /^src\/(?:base|resources|cli\/(?:commands|kit|output|profiles|program|terminal|verbs))\/|^node_modules\/commander\//;
    const foreign = inputs.filter((input) => !light.test(input));
    expect(foreign.filter((input) => !LIGHT_TABLES.includes(input))).toEqual([]);
  });

  it('completes a word without what requests need', () => {
    const inputs = inputsOf(loaded.complete);
    expect(inputs).toContain('src/cli/program/main.ts');
    const foreign = inputs.filter((input) => /^src\/(?:client|contract|service)\//.test(input));
    expect(foreign.filter((input) => !LIGHT_TABLES.includes(input))).toEqual([]);
    expect(filesOf(loaded.complete).length).toBeLessThanOrEqual(2);
    expect(bytesOf(loaded.complete)).toBeLessThanOrEqual(90 * 1024);
  });

  it('sends a request without undici, schemas and the service', () => {
    const inputs = inputsOf(loaded.request);
    expect(inputs).toContain('src/client/node-transport.ts');
    const heavy = inputs.filter((input) => /^(?:node_modules|src\/service)\//.test(input));
    expect(heavy.filter((input) => !input.startsWith('node_modules/commander/'))).toEqual([]);
    // Every file costs about a millisecond, which is 3 % of Node's own start-up.
    expect(filesOf(loaded.request).length).toBeLessThanOrEqual(4);
    expect(bytesOf(loaded.request)).toBeLessThanOrEqual(184 * 1024);
  });

  it('reads no file with a part of the service for any command over HTTP', () => {
    expect(inputsOf(loaded.remote)).toContain('src/cli/commands/health/health.ts');
    const modules = filesOf(loaded.remote)
      .filter((file) => file !== 'cli.cjs')
      .flatMap((file) => files[file]?.modules ?? []);
    expect(inputsOf(modules).filter((input) => input.startsWith('src/service/'))).toEqual([]);
  });

  it('reads the database without fetching, parsing and publishing', () => {
    const inputs = inputsOf(loaded.embedded);
    expect(inputs).toContain('src/service/app/service.ts');
    const heavy =
      /^node_modules\/(?!commander\/|kysely\/|libsql\/|zod\/)|^src\/generator\/|^src\/service\/(?:dashboard|fetch|publish|render|site|worker)\/|^src\/service\/sources\/(?!news\/)/;
    expect(inputs.filter((input) => heavy.test(input))).toEqual([]);
    expect(filesOf(loaded.embedded).length).toBeLessThanOrEqual(4);
    expect(bytesOf(loaded.embedded)).toBeLessThanOrEqual(550 * 1024);
    // The schemas of other endpoints: to build them all takes as long as the rest of the command.
    const schemas = inputs.filter((input) =>
      /^src\/contract\/(?:requests|webhooks|feed)\.ts$/.test(input),
    );
    expect(schemas).toEqual([]);
  });

  it('reads items with one file more, and no library more', () => {
    expect(inputsOf(loaded.items)).toContain('src/service/items/newest-feeds.ts');
    expect(packagesOf(loaded.items)).toEqual(packagesOf(loaded.embedded));
    expect(filesOf(loaded.items).length).toBeLessThanOrEqual(6);
    expect(bytesOf(loaded.items)).toBeLessThanOrEqual(652 * 1024);
  });

  it('creates a feed without what reads pages and articles', () => {
    const inputs = inputsOf(loaded.create);
    expect(inputs).toContain('src/service/sources/create-source-reader.ts');
    const pages =
      /^node_modules\/(?:@mozilla|cheerio|linkedom|css-select|dom-serializer|playwright-core|postcss)\/|^src\/generator\/strategies\/|^src\/service\/(?:dashboard|publish|render|site)\//;
    expect(inputs.filter((input) => pages.test(input))).toEqual([]);
    // One of them so that the same command over HTTP reads nothing of the service.
    expect(filesOf(loaded.create).length).toBeLessThanOrEqual(13);
    expect(bytesOf(loaded.create)).toBeLessThanOrEqual(1450 * 1024);
  });
});

/** The bundled packages that a command loads. */
function packagesOf(modules: readonly string[]): string[] {
  const names = inputsOf(modules).flatMap(
    (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

describe('a fetch that finds nothing new', () => {
  it.each(['src/service/sources/create-source-reader.ts', 'src/service/refresh/refresher.ts'])(
    '%s loads no parser',
    (entry) => {
      const start = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === entry);
      const loaded = inputsOf(closure(start ?? ''));
      expect(loaded).toContain(entry);
      // One import of a constant once loaded 1.3 MB of them into every such fetch.
      const parsers = /\/(?:iconv-lite|htmlparser2|sanitize-html)\/|sources\/parse\/parse-feed/;
      expect(loaded.filter((input) => parsers.test(input))).toEqual([]);
    },
  );
});

function bytesOf(modules: readonly string[]): number {
  return filesOf(modules).reduce((sum, file) => sum + (files[file]?.bytes ?? 0), 0);
}

/** Flags and help follow from these tables; they import nothing else. */
const LIGHT_TABLES = [
  'src/cli/checks/table.ts',
  'src/cli/manifest/csv-columns.ts',
  'src/cli/manifest/file-format.ts',
  'src/cli/sources/search-kinds.ts',
  'src/cli/sources/secret-reference.ts',
  'src/client/answers.ts',
  'src/contract/filters/rule.ts',
  'src/contract/keyword-mode.ts',
  'src/contract/render-steps.ts',
  'src/contract/version.ts',
  'src/messages/hosts.ts',
  // What commander gets in place of Node's own.
  'none:child_process',
];
