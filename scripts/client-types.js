// Writes what the client has for each endpoint, from the table and the schemas of src/contract: the
// types of what travels (src/client/resources.ts) and the methods (src/client/methods.ts). So each shape
// and each address is written once, and the published types do not need zod. The build and the type
// check write the files; they are not in git.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadTypeScript } from './load-typescript.js';

const HEADER = `// Generated from src/contract by scripts/client-types.js. Do not edit.
// "Extension" marks what only feedctl's own service sends and takes.
`;

/** Kinds of schemas that become a type with a name; a text or a number has none. */
const NAMED_TYPES = ['object', 'union', 'enum'];

/**
 * The sources of the client's types and methods. The types are those that an endpoint uses; the
 * schema `feedSummarySchema` becomes `FeedSummary`.
 * @param contract all exports of src/contract
 * @param z the zod that made them
 */
export function clientSources(contract, z) {
  const named = Object.entries(contract).filter(
    ([name, schema]) => name.endsWith('Schema') && NAMED_TYPES.includes(schema.type),
  );
  const registry = z.registry();
  for (const [name, schema] of named) registry.add(schema, { id: typeName(name) });
  const uri = (id) => id;
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri });
  // A query is given as values, of which the client makes text.
  const values = z.toJSONSchema(registry, { io: 'output', uri }).schemas;
  for (const name of Object.keys(schemas)) if (isQuery(name)) schemas[name] = values[name];
  const used = new Set();
  const rows = Object.entries(contract.endpoints).map(([name, endpoint]) => {
    const nameOf = (schema) => {
      if (schema === undefined) return undefined;
      const id = registry.get(schema)?.id;
      if (id === undefined) {
        throw new Error(`${name} uses a schema that src/contract does not export as a …Schema.`);
      }
      use(id, schemas, used);
      return id;
    };
    const response = endpoint.response();
    const [query, body] = [nameOf(endpoint.query?.()), nameOf(endpoint.body?.())];
    const answer = nameOf(response.element ?? response);
    return { ...endpoint, name, query, body, answer, isList: response.element !== undefined };
  });
  return {
    types: [HEADER, ...[...used].map((name) => declaration(name, schemas))].join('\n'),
    methods: methodsSource(rows, schemas),
  };
}

function isQuery(name) {
  return name.endsWith('Query');
}

function methodsSource(rows, schemas) {
  const types = rows.flatMap(({ query, body, answer }) => [query, body, answer ?? []].flat());
  const names = [...new Set([...types, 'PageQuery'])].filter((name) => name !== undefined);
  return `${HEADER}
import type { EndpointFacts, Given } from './calls.js';
import type { CallOptions } from './options.js';
import type { ListOptions, Rows } from './paging.js';
import type {
${names
  .sort()
  .map((name) => `  ${name},\n`)
  .join('')}} from './resources.js';

export const ENDPOINTS = {
${rows.map((row) => factsOf(row, schemas)).join('')}} as const satisfies Record<string, EndpointFacts>;

/** A method for each endpoint, named as its operation in docs/api.md. */
export abstract class EndpointMethods {
  protected abstract call<T>(name: keyof typeof ENDPOINTS, given: Given): Promise<T>;
  protected abstract walk<T extends { id: string }>(
    name: keyof typeof ENDPOINTS,
    given: Given,
  ): Rows<T>;
${rows.map((row) => methodsOf(row, schemas)).join('')}}
`;
}

/** The row of an endpoint, with the fields that only feedctl's own service takes. */
function factsOf({ name, method, path, own, query, body, answer, isList }, schemas) {
  const shapes = [query, body].flatMap((type) =>
    type === undefined ? [] : variants(type, schemas),
  );
  const extensions = own ? [] : [...new Set(shapes.flatMap(extensionsIn))];
  const facts = {
    ...{ method, path, answer },
    ...(isList && { isList }),
    ...(own && { own }),
    ...(extensions.length > 0 && { extensions }),
  };
  const text = Object.entries(facts).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `  ${name}: { ${text.join(', ')} },\n`;
}

/** The object that a type is, or those of a union. */
function variants(name, schemas) {
  const schema = schemas[name];
  return schema.anyOf?.map(({ $ref }) => schemas[$ref]) ?? [schema];
}

function extensionsIn({ properties }) {
  return Object.keys(properties).filter((name) =>
    properties[name].description?.startsWith('Extension:'),
  );
}

/** The method of an endpoint, and for a list of objects with an id the one that walks it. */
function methodsOf({ name, method, path, summary, own, query, body, answer, isList }, schemas) {
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, id]) => id);
  const optional =
    body !== undefined &&
    method === 'POST' &&
    variants(body, schemas).every(({ required }) => !required);
  const parameters = [
    ...ids.map((id) => `${id}: string`),
    ...(body === undefined ? [] : [`body: ${body}${optional ? ' = {}' : ''}`]),
  ];
  const given = [...(ids.length > 0 ? [`ids: { ${ids.join(', ')} }`] : []), 'options'].join(', ');
  const result = `${answer}${isList ? '[]' : ''}`;
  const called = body === undefined ? given : given.replace('options', 'body, options');
  const options = `options: ${query === undefined ? '' : `${query} & `}CallOptions = {}`;
  const whose = own === undefined ? '' : "; only feedctl's own service does";
  const page = `
${comment(`${summary}${whose}`, 2)}  ${name}(${[...parameters, options].join(', ')}): Promise<${result}> {
    return this.call('${name}', { ${called} });
  }
`;
  if (!isList || !isRequired(schemas[answer], 'id')) return page;
  const walked = name.replace(/^list(.)/, (_, letter) => letter.toLowerCase());
  // The walk follows the cursors itself.
  const others = query === 'PageQuery' ? '' : ` & Omit<${query}, keyof PageQuery | 'cursor'>`;
  return `${page}
  /** Walks all of {@link ${name}}, a page at a time. */
  ${walked}(${[...parameters, `options: ListOptions${others} = {}`].join(', ')}): Rows<${answer}> {
    return this.walk('${name}', { ${given} });
  }
`;
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

/** The largest type all of whose fields an object has, unchanged, with others. */
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

/** Writes the files, unless they hold this. */
export async function writeClientTypes() {
  const { contract, z } = await loadTypeScript(
    `export * as contract from './src/contract/index.ts'; export * as z from 'zod';`,
  );
  const { types, methods } = clientSources(contract, z);
  write('src/client/resources.ts', types);
  write('src/client/methods.ts', methods);
}

function write(file, source) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (source !== before) writeFileSync(file, source);
}
