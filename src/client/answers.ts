/** The answer a resource was decoded from. */
export interface ServiceAnswer {
  /** HTTP status: 201 from a create means new, 200 may mean that it was there already. */
  status: number;
  /** The JSON as the service sent it: for a row of a list, that row. */
  body: unknown;
}

const answers = new WeakMap<object, ServiceAnswer>();

/** The answer of the service, unchanged, for a resource that the client returned. */
export function answerOf(resource: object): ServiceAnswer | undefined {
  return answers.get(resource);
}

/** Remembers the answer from which a resource was decoded. */
export function rememberAnswer<T extends object>(resource: T, answer: ServiceAnswer): T {
  answers.set(resource, answer);
  return resource;
}
