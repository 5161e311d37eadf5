// Writes src/client/resources.ts, the types of what travels, from the schemas of src/contract. So each
// shape is written once, and the published types do not need zod. The build and the type check write
// the file; it is not in git.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const CLIENT_TYPES = 'src/client/resources.ts';

const HEADER = `// Generated from src/contract by scripts/client-types.js. Do not edit.
// "Extension" marks what only feedctl's own service sends and takes.
`;

/** Kinds of schemas that become a type with a name; a text or a number has none. */
const NAMED_TYPES = ['object', 'union', 'enum'];

/**
 * The source of the client's types: one for each schema that an endpoint uses. The schema
 * `feedSummarySchema` becomes `FeedSummary`.
 * @param contract all exports of src/contract
 * @param z the zod that made them
 */
export function clientTypes(contract, z) {
  const named = Object.entries(contract).filter(
    ([name, schema]) => name.endsWith('Schema') && NAMED_TYPES.includes(schema.type),
  );
  const registry = z.registry();
  for (const [name, schema] of named) registry.add(schema, { id: typeName(name) });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => id });
  const used = new Set();
  for (const [name, { query, body, response }] of Object.entries(contract.endpoints)) {
    for (const schema of [query?.(), body?.(), response().element ?? response()]) {
      if (schema === undefined) continue;
      const id = registry.get(schema)?.id;
      if (id === undefined) {
        throw new Error(`${name} uses a schema that src/contract does not export as a …Schema.`);
      }
      use(id, schemas, used);
    }
  }
  const types = [...used].filter((name) => !/(?:Params|Query)$/.test(name));
  return [HEADER, ...types.map((name) => declaration(name, schemas))].join('\n');
}

function typeName(schemaName) {
  const name = schemaName.slice(0, -'Schema'.length);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Adds a type and, before it, those it refers to. */
function use(name, schemas, used) {
  if (used.has(name)) return;
  const references = JSON.stringify(schemas[name]).matchAll(/"\$ref":"(\w+)"/g);
  for (const [, reference] of references) use(reference, schemas, used);
  const base = baseOf(schemas[name], schemas);
  if (base !== undefined) use(base, schemas, used);
  used.add(name);
}

function declaration(name, schemas) {
  const schema = schemas[name];
  if (schema.properties === undefined) {
    return `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`;
  }
  const base = baseOf(schema, schemas);
  const omitted = base === undefined ? [] : Object.keys(schemas[base].properties);
  const head = base === undefined ? name : `${name} extends ${base}`;
  const form = name.endsWith('Body') ? 'readonly ' : '';
  const fields = fieldsOf(schema, { omitted, form });
  return `${comment(schema.description)}export interface ${head} ${fields}\n`;
}

/** The largest type all of whose fields an object has, unchanged, beside others. */
function baseOf(schema, schemas) {
  if (schema.properties === undefined) return undefined;
  const size = (name) => Object.keys(schemas[name].properties).length;
  const [largest] = Object.keys(schemas)
    .filter((name) => isExtended(schemas[name], schema))
    .sort((a, b) => size(b) - size(a));
  return largest;
}

function isExtended(base, schema) {
  if (base === schema || base.properties === undefined) return false;
  const names = Object.keys(base.properties);
  const isSame = (name) =>
    JSON.stringify(base.properties[name]) === JSON.stringify(schema.properties[name]) &&
    isRequired(base, name) === isRequired(schema, name);
  return (
    names.length > 3 &&
    names.length < Object.keys(schema.properties).length &&
    names.every((name) => isSame(name))
  );
}

function isRequired({ required = [] }, name) {
  return required.includes(name);
}

function fieldsOf(schema, { omitted = [], form }) {
  const fields = Object.entries(schema.properties)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, field]) => {
      const type = typeOf(field, form);
      const member = isRequired(schema, name)
        ? `${name}: ${type}`
        : `${name}?: ${type === 'unknown' ? type : `${type} | undefined`}`;
      return `${comment(field.description, 2)}  ${member};\n`;
    });
  return `{\n${fields.join('')}}`;
}

/** The members of a union, each once; a text includes all texts that are spelled out. */
function union(types) {
  const all = [...new Set(types)];
  return all.filter((type) => !(type.startsWith("'") && all.includes('string'))).join(' | ');
}

/** @param form what arrays are: `readonly ` where a caller fills them in */
function typeOf(schema, form = '') {
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => typeOf(one, form)));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  if (schema.properties !== undefined) return fieldsOf(schema, { form });
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeOf({ ...schema, type }, form)));
  }
  switch (schema.type) {
    case 'array':
      return `${form}${grouped(typeOf(schema.items, form))}[]`;
    case 'object':
      return `Record<string, ${typeOf(schema.additionalProperties, form)}>`;
    case 'integer':
      return 'number';
    case undefined:
      return 'unknown';
    default:
      return schema.type;
  }
}

function grouped(type) {
  return type.includes(' ') ? `(${type})` : type;
}

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

const LINE_WIDTH = 100;

/** A description as a comment, with a line for itself. */
function comment(description, indent = 0) {
  if (description === undefined) return '';
  const [space, text] = [' '.repeat(indent), `${description.replace(/\.$/, '')}.`];
  const short = `${space}/** ${text} */`;
  if (short.length <= LINE_WIDTH) return `${short}\n`;
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (`${space} * ${longer}`.length <= LINE_WIDTH) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return [`/**`, ...lines.map((line) => ` * ${line}`), ` */`]
    .map((line) => `${space}${line}\n`)
    .join('');
}

/** The contract, from its TypeScript sources, and the zod in it. */
async function loadContract() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * as contract from './src/contract/index.ts'; export * as z from 'zod';`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    define: { __FEEDCTL_VERSION__: '""' },
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}

/** Writes the file, unless it holds these types. */
export async function writeClientTypes() {
  const { contract, z } = await loadContract();
  const types = clientTypes(contract, z);
  const before = existsSync(CLIENT_TYPES) ? readFileSync(CLIENT_TYPES, 'utf8') : '';
  if (types !== before) writeFileSync(CLIENT_TYPES, types);
}
