import { accountEndpoints } from './accounts.js';
import { bundleEndpoints } from './bundles.js';
import type { Endpoint } from './endpoint.js';
import { feedEndpoints } from './feeds.js';
import { healthEndpoints, itemEndpoints, previewEndpoints } from './reading.js';
import {
  backfillEndpoints,
  refreshEndpoints,
  repairEndpoints,
  textEndpoints,
} from './refreshing.js';
import { webhookEndpoints } from './webhooks.js';

export * from './accounts.js';
export * from './bundles.js';
export type { Endpoint } from './endpoint.js';
export * from './feeds.js';
export * from './reading.js';
export * from './refreshing.js';
export * from './webhooks.js';

/** The REST interface. Routes, checks, OpenAPI, docs/api.md and the client are derived from it. */
export const endpoints = {
  ...feedEndpoints,
  ...bundleEndpoints,
  ...accountEndpoints,
  ...webhookEndpoints,
  ...refreshEndpoints,
  ...itemEndpoints,
  ...textEndpoints,
  ...repairEndpoints,
  ...backfillEndpoints,
  ...previewEndpoints,
  ...healthEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
