// Writes the reference tables of docs/api.md between its markers, from the endpoint table and the
// OpenAPI document of the service. test/docs.test.ts fails while the file holds other ones.
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
  return {
    endpoints: endpointReference(endpoints, document),
    objects: objectReference(document.components.schemas),
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

function endpointReference(endpoints, document) {
  const table = Object.entries(endpoints);
  const nounOf = ([, { path }]) => path.split('/')[2];
  return [...new Set(table.map(nounOf))]
    .flatMap((noun) => [
      `### Endpoints of ${noun}`,
      ...table
        .filter((row) => nounOf(row) === noun)
        .flatMap(([name, endpoint]) => describeEndpoint(name, endpoint, document)),
    ])
    .join('\n\n');
}

function describeEndpoint(name, { method, path, statuses, errors }, document) {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
  const parameters = operation.parameters.filter((one) => one.in === 'query');
  const body = operation.requestBody && contentOf(operation.requestBody);
  const answer = contentOf(operation.responses[statuses[0]]);
  return [
    `#### ${method} ${path}`,
    `${operation.summary}. Operation \`${name}\`.`,
    ...(parameters.length === 0 ? [] : ['Query parameters:', table(parameters.map(parameterRow))]),
    ...(body === undefined ? [] : bodyOf(body)),
    `Answer: ${statuses.join(' or ')} with ${typeOf(answer)}.`,
    errors.length === 0 ? '' : `Errors: ${errors.map((code) => `\`${code}\``).join(', ')}.`,
  ].filter((text) => text !== '');
}

function objectReference(schemas) {
  return Object.entries(schemas)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, schema]) => {
      const [shared] = Object.entries(schemas).find(([, other]) => extend(schema, other)) ?? [];
      return shared === undefined
        ? [`### ${name}`, ...describeSchema(schema)]
        : [
            `### ${name}`,
            `All fields of ${link(shared)}, and:`,
            ...describeSchema(schema, Object.keys(schemas[shared].properties)),
          ];
    })
    .join('\n\n');
}

/** Whether an object has all fields of the other one, unchanged, and more. */
function extend({ properties }, { properties: shared }) {
  if (properties === undefined || shared === undefined || properties === shared) return false;
  const names = Object.keys(shared);
  const same = (name) => JSON.stringify(properties[name]) === JSON.stringify(shared[name]);
  return names.length < Object.keys(properties).length && names.length > 3 && names.every(same);
}

function bodyOf(schema) {
  return '$ref' in schema ? [`Body: ${typeOf(schema)}.`] : ['Body:', ...describeSchema(schema)];
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
  return [table(fieldRows(schema, omitted))];
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

function table(rows) {
  const lines = rows.map((row) => `| ${row.map(inCell).join(' | ')} |`);
  return ['| field | type | required | meaning |', '|---|---|---|---|', ...lines].join('\n');
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
  const rows = Object.entries(errorCodes).map(
    ([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} |`,
  );
  return ['| status | code | title |', '|---|---|---|', ...rows].join('\n');
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
