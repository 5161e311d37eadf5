import { describe, expect, it } from 'vitest';
import type * as z from 'zod';

/** Tests with a table of values that a schema takes, and one of those that it does not. */
export function describeSchema(
  name: string,
  schema: z.ZodType,
  accepted: [string, unknown][],
  refused: [string, unknown][],
): void {
  describe(name, () => {
    it.each(accepted)('takes %s', (_, body) => {
      expect(schema.safeParse(body).error?.issues).toBeUndefined();
    });
    it.each(refused)('refuses %s', (_, body) => {
      expect(schema.safeParse(body).success).toBe(false);
    });
  });
}
