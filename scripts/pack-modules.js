// Puts the modules of the program into a few CommonJS files. Every module is a function that runs
// when something of it is first used: not when a module that imports it runs. So a command pays for
// what it does, and not for what its modules import for other commands.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { version as babelVersion, transformAsync, traverse } from '@babel/core';
import toCommonJs from '@babel/plugin-transform-modules-commonjs';
import { transform } from 'esbuild';

/**
 * @typedef {object} Module
 * @property {string} path its address among the others, with `/`
 * @property {string} source CommonJS, in which `__load(PATH)` stands for `require`
 * @property {string[]} inputs the sources that are in it
 * @property {Set<string>} imports paths, and `package NAME` of what is not bundled
 */

/**
 * What esbuild would write as `new RegExp`, which is made anew at each use: Node 20 has these, with
 * Unicode tables that are older than those of the standard.
 */
export const SUPPORTED = { 'regexp-unicode-property-escapes': true };

/** What has made a module: this file, and Babel. */
const MAKER = hash('sha256', `${babelVersion}${readFileSync(new URL(import.meta.url))}`);

/** The modules of the last build by the text they come from: most builds change a few. */
const KNOWN = 'node_modules/.cache/feedctl-modules.json';

/**
 * Reads the files that the bundler wrote.
 * @param {readonly { path: string, text: string, inputs: string[] }[]} files ES modules that import each other
 * @returns {Promise<Module[]>}
 */
export async function readModules(files) {
  const known = readKnown();
  const used = {};
  const modules = [];
  // One by one: the trees of all files at once kept the garbage collector busy for half of a build.
  for (const { path, text, inputs } of files) {
    const key = hash('sha256', JSON.stringify([path, text]));
    if (known[key] === undefined) {
      known[key] = await readModule(path, text);
      traverse.cache.clear();
    }
    used[key] = known[key];
    const { source, imports } = known[key];
    modules.push({ path, inputs, source, imports: new Set(imports) });
  }
  keepKnown(used);
  return modules;
}

function readKnown() {
  try {
    const { by, modules } = JSON.parse(readFileSync(KNOWN, 'utf8'));
    return by === MAKER ? modules : {};
  } catch {
    return {};
  }
}

/** Replaces the file, which another checkout may have as a hard link. */
function keepKnown(modules) {
  mkdirSync(dirname(KNOWN), { recursive: true });
  writeFileSync(`${KNOWN}.${process.pid}`, JSON.stringify({ by: MAKER, modules }));
  renameSync(`${KNOWN}.${process.pid}`, KNOWN);
}

async function readModule(path, text) {
  const imports = new Set();
  const result = await transformAsync(text, {
    babelrc: false,
    configFile: false,
    compact: false,
    plugins: [
      // `strict`: no mark of an ES module, as nothing from outside imports these.
      [toCommonJs, { lazy: () => true, importInterop: 'none', strict: true }],
      [packedImports, { addressOf }],
    ],
  });
  return { source: result.code, imports: [...imports] };

  function addressOf(name) {
    const address = name.startsWith('.')
      ? posix.join(posix.dirname(path), name)
      : `package ${name}`;
    imports.add(address);
    return address;
  }
}

/**
 * The form of imports between the packed modules: `__load(ADDRESS)`, also for `import()`, which would
 * start the loader of ES modules. Imports for an effect alone go: the bundler writes them to keep an
 * order, and src/ has none.
 */
function packedImports({ template, types }, { addressOf }) {
  const required = template.expression('Promise.resolve().then(() => require(NAME))');
  return {
    visitor: {
      ImportDeclaration(declaration) {
        if (declaration.node.specifiers.length === 0) declaration.remove();
      },
      CallExpression(call) {
        if (call.get('callee').isImport())
          call.replaceWith(required({ NAME: call.node.arguments[0] }));
      },
      // When the other plugin has made calls of all imports.
      Program: { exit: ({ node }) => types.traverseFast(node, load) },
    },
  };

  function load(node) {
    if (!types.isCallExpression(node)) return;
    const { callee, arguments: names } = node;
    if (!types.isIdentifier(callee, { name: 'require' }) || !types.isStringLiteral(names[0]))
      return;
    callee.name = '__load';
    names[0].value = addressOf(names[0].value);
  }
}

/**
 * Writes the modules into files.
 * @param {string} folder
 * @param {readonly Module[]} modules
 * @param {object} plan
 * @param {Record<string, string>} plan.entries file of an entry → path of its module
 * @param {(module: Module) => string} plan.fileOf the file that a module goes into
 * @param {string} plan.target of esbuild
 * @param {boolean} [plan.traced] the program writes the paths of the modules that it loaded to the
 *   file FEEDCTL_LOADED when it ends
 * @returns {Promise<Record<string, { bytes: number, modules: string[] }>>} the files
 */
export async function packModules(folder, modules, { entries, fileOf, target, traced = false }) {
  const numbers = new Map(modules.map(({ path }, id) => [path, id]));
  const outside = new Map();
  const numbered = ({ source }) =>
    source.replace(/\b__load\("([^"]+)"\)/g, (_, address) => `__load(${numberOf(address)})`);
  const bodies = new Map(modules.map((module) => [module.path, numbered(module)]));
  const files = new Map();
  for (const module of modules) {
    files.set(fileOf(module), [...(files.get(fileOf(module)) ?? []), module]);
  }
  const shared = [...files.keys()].filter((file) => !(file in entries)).sort();
  const places = modules.map((module) => shared.indexOf(fileOf(module)));

  const written = {};
  for (const file of shared)
    await write(
      file,
      `module.exports = (function (__load) { return ${table(files.get(file))}; });`,
    );
  for (const [file, path] of Object.entries(entries)) {
    // What is in the file of another entry cannot be loaded from there.
    const copies = reachable(modules, [path]).filter(
      (module) => fileOf(module) !== file && fileOf(module) in entries,
    );
    const own = table([...(files.get(file) ?? []), ...copies], outsideModules());
    const addresses = shared.map((one) => `./${posix.relative(posix.dirname(file), one)}`);
    const trace = traced ? tracing(modules.map((one) => one.path)) : '';
    const exports = `module.exports = __load(${numbers.get(path)});`;
    await write(file, `${loader({ addresses, places, own, trace })}\n${exports}`);
  }
  return written;

  function numberOf(address) {
    const known = numbers.get(address) ?? outside.get(address);
    if (known !== undefined) return known;
    if (!address.includes(' ')) throw new Error(`${address} is imported, and is no module.`);
    outside.set(address, modules.length + outside.size);
    return outside.get(address);
  }

  function table(listed, more = []) {
    const rows = listed.map(
      ({ path }) => `${numbers.get(path)}: (function (exports) {\n${bodies.get(path)}\n}),`,
    );
    return `({\n${[...rows, ...more].join('\n')}\n})`;
  }

  /** Node's own modules and what is not bundled. */
  function outsideModules() {
    return [...outside].map(([address, id]) => {
      const name = JSON.stringify(address.replace('package ', ''));
      return `${id}: (_, m) => { m.exports = namespace(require(${name})); },`;
    });
  }

  async function write(file, source) {
    const form = { format: 'cjs', platform: 'node', minify: !traced };
    const options = { ...form, target, supported: SUPPORTED };
    const { code } = await transform(source, options);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
    const held = (files.get(file) ?? []).map(({ path }) => path);
    written[file] = { bytes: Buffer.byteLength(code), modules: held };
  }
}

/** The modules that can be loaded from others. */
export function reachable(modules, paths) {
  const known = new Map(modules.map((module) => [module.path, module]));
  const found = new Set(paths);
  for (const path of found) {
    for (const one of known.get(path)?.imports ?? []) if (known.has(one)) found.add(one);
  }
  return modules.filter(({ path }) => found.has(path));
}

/** `__load(id)` gives the exports of a module, and runs it the first time. */
function loader({ addresses, places, own, trace }) {
  return `'use strict';
const loaded = [];
const __load = (id) => (loaded[id] ?? run(id)).exports;
const modules = ${own};
const files = ${JSON.stringify(addresses)};
const places = ${JSON.stringify(places)};
let trace;
${trace}
function run(id) {
  if (modules[id] === undefined) Object.assign(modules, require(files[places[id]])(__load));
  const module = { exports: {} };
  loaded[id] = module;
  trace?.(id);
  try {
    modules[id](module.exports, module);
    return module;
  } catch (error) {
    delete loaded[id];
    throw error;
  }
}
function namespace(exports) {
  return Object.create(exports, { default: { value: exports } });
}`;
}

function tracing(names) {
  return `
const names = ${JSON.stringify(names)};
const order = [];
trace = (id) => void (id < names.length && order.push(names[id]));
process.on('exit', () => {
  const file = process.env.FEEDCTL_LOADED;
  if (file) require('node:fs').writeFileSync(file, JSON.stringify(order));
});`;
}
