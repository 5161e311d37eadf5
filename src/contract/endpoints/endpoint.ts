import type { z } from 'zod';
import type { ErrorCode } from '../error-codes.js';

/**
 * One row of the endpoint table. Its schemas are functions, because a command that calls one endpoint
 * in its own process must not build those of all: that is a fifth of its time.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, version prefix included. */
  path: `/v1/${string}`;
  summary: string;
  /** Only keys of the owner account may call it; others get FORBIDDEN. */
  ownerOnly?: true;
  params?: () => z.ZodType;
  query?: () => z.ZodType;
  body?: () => z.ZodType;
  /** Maximum size of a body in bytes; default `MAX_BODY_BYTES` of the service. */
  maxBodyBytes?: number;
  response: () => z.ZodType;
  /** Success statuses, the usual one first. */
  statuses: readonly [number, ...number[]];
  /** Error codes in addition to those of every endpoint. */
  errors: readonly ErrorCode[];
}
