export const SITE: string;
export const HOOK: string;
export function startStoredSite(): Promise<{
  proxy: string;
  step: number;
  hooks: (string | undefined)[];
  close(): void;
}>;
