import * as z from 'zod';
import {
  type Endpoint,
  ERROR_CODES,
  type ErrorCode,
  EVENT_TYPES,
  type EventType,
  endpoints,
  errorBodySchema,
  summaryOf,
  VERSION,
} from '../../contract/index.js';

type Json = { [key: string]: unknown };

/** Codes that every endpoint may answer with. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'ACCOUNT_DISABLED',
  'RATE_LIMITED',
  'INTERNAL',
  'STORE_UNAVAILABLE',
];
const BODY_ERRORS: readonly ErrorCode[] = [
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** Headers of several answers, by name. */
const HEADERS = {
  'RateLimit-Policy': {
    description:
      'The limit of this key (draft-ietf-httpapi-ratelimit-headers): q requests, w seconds in which as many come in again. Left out when there is none.',
    schema: { type: 'string', examples: ['"default";q=100;w=60'] },
  },
  RateLimit: {
    description:
      'What is left of it: r requests. In t seconds all are there again; when none is left, the next one.',
    schema: { type: 'string', examples: ['"default";r=99;t=1'] },
  },
  Link: {
    description:
      'The address of the next page, relative to that of this one; left out at the end, and in other orders than that of creation.',
    schema: { type: 'string', examples: ['<?limit=100&cursor=WyJmZWVkcyJd>; rel="next"'] },
  },
  'Retry-After': {
    description: 'Seconds until it is worth trying again.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

const RATE_HEADERS = headers('RateLimit-Policy', 'RateLimit');

/** Headers of answers that ask to retry later, by status. */
const LATER_HEADERS: Readonly<Record<number, Json>> = {
  429: { ...RATE_HEADERS, ...headers('Retry-After') },
  503: headers('Retry-After'),
};

/** The OpenAPI 3.1 description of the interface, derived from the endpoint table. */
export function openApiDocument(): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  const table: [string, Endpoint][] = Object.entries(endpoints);
  for (const [name, endpoint] of table) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'feedctl', version: VERSION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    webhooks: Object.fromEntries(
      Object.entries(EVENT_TYPES).map(([type, event]) => [type, delivery(type, event, components)]),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key and secret joined by a colon: Bearer <API_KEY>:<API_SECRET>',
        },
      },
      headers: HEADERS,
      schemas: components.schemas,
    },
  };
}

type EventFacts = Pick<(typeof EVENT_TYPES)[EventType], 'summary' | 'schema'>;

/** A webhook delivery of the service. */
function delivery(type: string, { summary, schema }: EventFacts, components: Components): Json {
  const name = type.replace(/_[a-z]/g, (part) => part.slice(1).toUpperCase());
  return {
    post: {
      // Code generators name functions by it.
      operationId: `${name}Event`,
      summary,
      requestBody: { required: true, content: jsonOf(components.take(schema)) },
      responses: { '2XX': { description: 'Received. Every other answer is retried.' } },
    },
  };
}

/** The named schemas, collected while operations refer to them. */
class Components {
  readonly schemas: Record<string, unknown> = {};

  /**
   * The schema as JSON Schema; its named parts become components. @param io "input" describes a
   * body as sent: an object in a response may get more fields. A query is described by the value of
   * its text, "output".
   */
  take(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
    const { $schema: _, $defs = {}, ...own } = moved(z.toJSONSchema(schema, { io }));
    Object.assign(this.schemas, $defs);
    const { id } = schema.meta() ?? {};
    if (id === undefined || '$ref' in own) return own;
    this.schemas[id] = own;
    return { $ref: `#/components/schemas/${id}` };
  }
}

function moved(schema: object): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function operation(name: string, endpoint: Endpoint, components: Components): Json {
  const { path, query, body } = endpoint;
  return {
    operationId: name,
    summary: summaryOf(endpoint),
    parameters: [...pathParameters(path), ...queryParameters(query?.().shape ?? {}, components)],
    ...(body && { requestBody: { required: true, content: jsonOf(components.take(body())) } }),
    responses: { ...successes(endpoint, components), ...failures(endpoint, components) },
  };
}

/** Descriptions of path parameters; accounts are also found by name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'Id of the object',
  feedId: 'Id of the feed',
  keyId: 'Id of the key',
};

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description:
      name === 'id' && path.startsWith('/v1/accounts/')
        ? 'Id or name of the account'
        : PARAMETERS[name],
  }));
}

function queryParameters(shape: Record<string, z.ZodType>, components: Components): Json[] {
  return Object.entries(shape).map(([name, field]) => {
    const { description, ...schema } = components.take(field, 'output');
    return { name, in: 'query', required: false, schema, ...(description ? { description } : {}) };
  });
}

function successes({ statuses, query, response }: Endpoint, components: Components): Json {
  const content = jsonOf(components.take(response()));
  const isPaged = response() instanceof z.ZodArray && query?.().shape.cursor !== undefined;
  const sent = { ...RATE_HEADERS, ...(isPaged && headers('Link')) };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: status === 201 ? 'Created' : 'OK', headers: sent, content },
    ]),
  );
}

/** One response per status, with the codes that it may have. */
function failures({ errors, body }: Endpoint, components: Components): Json {
  const codes = [...errors, ...COMMON_ERRORS, ...(body === undefined ? [] : BODY_ERRORS)];
  const content = jsonOf(components.take(errorBodySchema));
  const statuses = new Set(codes.map((code) => ERROR_CODES[code].status));
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const some = codes.filter((code) => ERROR_CODES[code].status === status);
      const later = LATER_HEADERS[status];
      return [
        status,
        { description: some.join(', '), ...(later ? { headers: later } : {}), content },
      ];
    }),
  );
}

function headers(...names: (keyof typeof HEADERS)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function jsonOf(schema: Json): Json {
  return { 'application/json': { schema } };
}
