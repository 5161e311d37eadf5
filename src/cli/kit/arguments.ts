/** One positional argument of a verb, as data. */
interface ArgumentSpec<T> {
  readonly placeholder: string;
  readonly summary: string;
  readonly required: boolean;
  readonly variadic: boolean;
  /** Carries the type of the value, and is never set. */
  readonly type?: T;
}

export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec<unknown>>>;

/** The values a verb's `run` receives for its arguments. */
export type ArgumentValues<A extends ArgumentSpecs> = {
  readonly [K in keyof A]: A[K] extends ArgumentSpec<infer T> ? T : never;
};

/** `ID`: exactly one. */
export function one(placeholder: string, summary: string): ArgumentSpec<string> {
  return { placeholder, summary, required: true, variadic: false };
}

/** `[ID]`: one or none. */
export function maybe(placeholder: string, summary: string): ArgumentSpec<string | undefined> {
  return { placeholder, summary, required: false, variadic: false };
}

/** `ID…`: one or more. */
export function many(placeholder: string, summary: string): ArgumentSpec<readonly string[]> {
  return { placeholder, summary, required: true, variadic: true };
}

/** `[ID…]`: any number. */
export function any(placeholder: string, summary: string): ArgumentSpec<readonly string[]> {
  return { placeholder, summary, required: false, variadic: true };
}
