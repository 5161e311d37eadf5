// Writes the endpoints and objects of each noun into docs/api.md between its markers, from the endpoint
// table and the OpenAPI document of the service. test/docs.test.ts fails while the file holds other ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadTypeScript } from './load-typescript.js';

/**
 * The generated parts of docs/api.md, by the name of their marker.
 * @param endpoints the endpoint table of src/contract
 * @param errorCodes status and title by error code
 * @param document the OpenAPI document
 */
export function apiReference({ endpoints, errorCodes, document }) {
  const { schemas } = document.components;
  const parts = {};
  const described = new Set();
  const rows = Object.entries(endpoints);
  for (const noun of new Set(rows.map(nounOf))) {
    const operations = rows
      .filter((row) => nounOf(row) === noun)
      .map(([name, endpoint]) => operationOf(name, endpoint, document));
    const named = operations.flatMap(({ body, answer }) => namesIn([body, answer], schemas));
    const own = new Set(named.filter((name) => !described.has(name)));
    for (const name of own) described.add(name);
    parts[noun] = [...endpointReference(noun, operations), ...objects(own, schemas)].join('\n\n');
  }
  const others = Object.keys(schemas).filter((name) => !described.has(name));
  return {
    ...parts,
    objects: objects(others, schemas).join('\n\n'),
    errors: errorTable(errorCodes),
  };
}

/**
 * The document with every generated part in its place.
 * @throws Error naming a marker that the document does not have
 */
export function withReference(text, parts) {
  return Object.entries(parts).reduce((before, [name, part]) => {
    const block = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(?=<!-- end -->)`);
    if (!block.test(before)) throw new Error(`The document has no marker: generated: ${name}`);
    return before.replace(block, (_, marker) => `${marker}\n${part}\n\n`);
  }, text);
}

/** The part of the path behind the version: `feeds`. */
function nounOf([, { path }]) {
  return path.split('/')[2];
}

function operationOf(name, { method, path, statuses, errors }, document) {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
  return {
    ...{ name, request: `\`${method} ${path}\``, summary: operation.summary, statuses, errors },
    query: operation.parameters.filter((one) => one.in === 'query'),
    body: operation.requestBody && contentOf(operation.requestBody),
    answer: contentOf(operation.responses[statuses[0]]),
  };
}

/** The names of the schemas in a value, and in these. */
function namesIn(value, schemas, found = new Set()) {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas[name], schemas, found);
  }
  return [...found];
}

/** A row for each endpoint; then what its query and its own body take. */
function endpointReference(noun, operations) {
  const rows = operations.map(({ name, request, summary, body, statuses, answer, errors }) => [
    request,
    `${summary} (\`${name}\`)`,
    body === undefined ? '' : '$ref' in body ? typeOf(body) : 'see below',
    `${statuses.join(' or ')}: ${typeOf(answer)}`,
    errorsOf(errors),
  ]);
  return [
    `### Endpoints of ${noun}`,
    table(['request', 'what it does', 'body', 'answer', 'errors'], rows),
    ...operations.flatMap(({ request, query }) =>
      query.length === 0 ? [] : [`Query of ${request}:`, fieldTable(query.map(parameterRow))],
    ),
    ...operations.flatMap(({ request, body }) =>
      body === undefined || '$ref' in body ? [] : [`Body of ${request}:`, ...describeSchema(body)],
    ),
  ];
}

/** The codes; those of reading a source, which come together, by their heading. */
function errorsOf(codes) {
  const isOfSource = (code) => /^SOURCE_|^ROBOTS_|^NEEDS_|^NO_ITEMS/.test(code);
  const sources = codes.some(isOfSource) ? ['[errors of sources](#errors-of-sources)'] : [];
  const others = codes.filter((code) => !isOfSource(code)).map((code) => `\`${code}\``);
  return [...others, ...sources].join(', ');
}

function objects(names, schemas) {
  return [...names].sort().flatMap((name) => {
    const schema = schemas[name];
    const [shared] = Object.entries(schemas).find(([, other]) => extend(schema, other)) ?? [];
    return shared === undefined
      ? [`### ${name}`, ...describeSchema(schema)]
      : [
          `### ${name}`,
          `All fields of ${link(shared)}, and:`,
          ...describeSchema(schema, Object.keys(schemas[shared].properties)),
        ];
  });
}

/** Whether an object has all fields of the other one, unchanged, and more. */
function extend({ properties }, { properties: shared }) {
  if (properties === undefined || shared === undefined || properties === shared) return false;
  const names = Object.keys(shared);
  const same = (name) => JSON.stringify(properties[name]) === JSON.stringify(shared[name]);
  return names.length < Object.keys(properties).length && names.length > 3 && names.every(same);
}

function contentOf({ content }) {
  return content['application/json'].schema;
}

/**
 * The table of an object, or of each of the objects it can be.
 * @param omitted fields to leave out
 */
function describeSchema(schema, omitted = []) {
  if (schema.anyOf) {
    const [first, ...others] = schema.anyOf.flatMap((one) => describeSchema(one));
    return [first, ...others.flatMap((one) => ['or', one])];
  }
  if (schema.properties === undefined) return [`${capitalised(typeOf(schema))}.`];
  return [fieldTable(fieldRows(schema, omitted))];
}

/** A row for each field; fields of nested objects follow as `data.items_new` and `errors[].code`. */
function fieldRows({ properties, required = [] }, omitted, prefix = '') {
  return Object.entries(properties)
    .filter(([name]) => !omitted.includes(name))
    .flatMap(([name, field]) => [
      fieldRow(prefix + name, field, required.includes(name)),
      ...nestedRows(field, `${prefix}${name}.`),
      ...nestedRows(field.items, `${prefix}${name}[].`),
    ]);
}

/** The fields of an object, also of one that may be null. */
function nestedRows(schema, prefix) {
  const object = [schema, ...(schema?.anyOf ?? [])].find((one) => one?.properties);
  return object === undefined ? [] : fieldRows(object, [], prefix);
}

function parameterRow({ name, required, schema, description }) {
  return fieldRow(name, { ...schema, description }, required);
}

function fieldRow(name, field, required) {
  return [`\`${name}\``, typeOf(field), required ? 'yes' : '', field.description ?? ''];
}

function fieldTable(rows) {
  return table(['field', 'type', 'required', 'meaning'], rows);
}

function table(heading, rows) {
  const lines = rows.map((row) => `| ${row.map(inCell).join(' | ')} |`);
  return [`| ${heading.join(' | ')} |`, `|${'---|'.repeat(heading.length)}`, ...lines].join('\n');
}

function inCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A schema in words: `string or null`, `array of [Item](#item)`. */
function typeOf(schema) {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference) return link(reference.slice(reference.lastIndexOf('/') + 1));
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(', ');
  const types = [schema.type ?? 'any value'].flat();
  return types
    .map((type) => (type === 'array' ? arrayOf(schema) : type + limits(schema)))
    .join(' or ');
}

function arrayOf({ items, maxItems }) {
  const type = typeOf(items);
  const plural = /^(?:string|object|integer|boolean)$/.test(type) ? `${type}s` : type;
  return `array of ${maxItems === undefined ? '' : `at most ${grouped(maxItems)} `}${plural}`;
}

function limits({ type, minLength, maxLength, minimum, maximum }) {
  if (type === 'string' && maxLength !== undefined) {
    return ` of ${minLength ? `${minLength} to` : 'at most'} ${grouped(maxLength)} characters`;
  }
  const bounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return bounded ? ` from ${minimum} to ${grouped(maximum)}` : '';
}

function errorTable(errorCodes) {
  const rows = Object.entries(errorCodes).map(([code, { status, title }]) => [
    `${status}`,
    `\`${code}\``,
    title,
  ]);
  return table(['status', 'code', 'title'], rows);
}

function link(name) {
  return `[${name}](#${name.toLowerCase()})`;
}

function literal(value) {
  return `\`${JSON.stringify(value)}\``;
}

function grouped(number) {
  return number.toLocaleString('en-US');
}

function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The contract and the OpenAPI document, from their TypeScript sources. */
async function loadContract() {
  const { endpoints, errorCodes, openApiDocument } = await loadTypeScript(
    `export { openApiDocument } from './src/service/http/openapi.ts';
     export { ERROR_CODES as errorCodes, endpoints } from './src/contract/index.ts';`,
  );
  return { endpoints, errorCodes, document: openApiDocument() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const file = 'docs/api.md';
  const parts = apiReference(await loadContract());
  writeFileSync(file, withReference(readFileSync(file, 'utf8'), parts));
}
