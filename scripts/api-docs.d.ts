/** What the reference of docs/api.md is made from. */
export interface ApiContract {
  endpoints: Readonly<Record<string, object>>;
  errorCodes: Readonly<Record<string, { status: number; title: string }>>;
  document: object;
}

type ReferenceParts = Record<'endpoints' | 'objects' | 'errors', string>;

export function apiReference(contract: ApiContract): ReferenceParts;
export function withReference(text: string, parts: Readonly<Record<string, string>>): string;
