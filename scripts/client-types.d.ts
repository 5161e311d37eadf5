import type * as z from 'zod';

export function writeClientTypes(): Promise<void>;

/** @throws Error for an endpoint with a schema that the contract does not export */
export function clientSources(
  contract: Readonly<Record<string, unknown>> & { endpoints: Readonly<Record<string, object>> },
  zod: typeof z,
): { types: string; methods: string };
