/** Something that goes wrong instead of, or after, the normal answer. */
export type Fault =
  /** A gateway's error page. */
  | { kind: 'html'; status: number }
  /** Any JSON under any status. */
  | { kind: 'json'; status: number; body: unknown; headers?: Record<string, string> }
  | { kind: 'too-many-requests'; retryAfter?: string }
  | { kind: 'redirect'; status?: number; location: string }
  /** The connection ends before the request is looked at. */
  | { kind: 'reset' }
  /** The request is carried out, and the connection ends before the answer. */
  | { kind: 'lost-answer' }
  /** The request is carried out, and half the answer's body arrives. */
  | { kind: 'cut-answer' }
  /** The request is carried out, and a gateway answers 504 in place of the service. */
  | { kind: 'gateway-timeout' }
  /** The answer comes after so many milliseconds. */
  | { kind: 'slow'; ms: number }
  /** No answer ever comes. */
  | { kind: 'hang' };

/** Which requests a fault is for, and how many of them. */
export interface FaultRule {
  fault: Fault;
  method?: string;
  /** Matched against the path without the query. */
  path?: RegExp;
  /** Default 1. */
  times?: number;
  /** Requests of this sort that are answered normally before; default 0. */
  after?: number;
}

/** Rules in the order they were given; the first that fits is used up first. */
export class FaultQueue {
  #rules: (FaultRule & { left: number; spared: number })[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ ...rule, left: rule.times ?? 1, spared: rule.after ?? 0 });
  }

  clear(): void {
    this.#rules = [];
  }

  take(method: string, path: string): Fault | undefined {
    const rule = this.#rules.find(
      (candidate) =>
        candidate.left > 0 &&
        (candidate.method ?? method) === method &&
        (candidate.path?.test(path) ?? true),
    );
    if (rule === undefined) return undefined;
    if (rule.spared > 0) {
      rule.spared -= 1;
      return undefined;
    }
    rule.left -= 1;
    return rule.fault;
  }
}
