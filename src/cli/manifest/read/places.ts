import { invalidFile, type Position, type Problem, positionsIn } from '../../sources/problem.js';

type Path = readonly PropertyKey[];

/** Finds the position of a value in a file, or of its nearest parent if the value is missing. */
export type At = (path: Path) => Position;

/** Maximum depth for which positions are kept; deeper values have the position of their parent. */
export const MAX_DEPTH = 6;

/** Positions of the values of a file, by path. */
export class Places {
  readonly #offsets = new Map<string, number>();
  readonly #repeated: Problem[] = [];
  readonly #positionOf: (offset: number) => Position;

  constructor(text: string) {
    this.#positionOf = positionsIn(text);
  }

  /** Adds the file itself, or an element of a list. */
  add(path: Path, offset: number): void {
    this.#offsets.set(pathKey(path), offset);
  }

  /**
   * Adds a key of a map, the last of the path. @returns the key, or a substitute if it is repeated
   * in the map, where the second would silently win
   */
  addKey(path: Path, offset: number): string {
    const key = String(path.at(-1));
    const isNew = !this.#offsets.has(pathKey(path));
    if (isNew) this.add(path, offset);
    else {
      const at = this.#positionOf(offset);
      this.#repeated.push({ at, message: `"${key}" appears twice here` });
    }
    return isNew ? key : `${key}\0${offset}`;
  }

  /** @throws {CliError} INVALID_FILE when a key appears twice in one map */
  refuseRepeated(file: string): this {
    if (this.#repeated.length > 0) throw invalidFile(file, this.#repeated);
    return this;
  }

  readonly at: At = (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = this.#offsets.get(pathKey(path.slice(0, length)));
      if (offset !== undefined) return this.#positionOf(offset);
    }
    return this.#positionOf(this.#offsets.get('') ?? 0);
  };
}

function pathKey(path: Path): string {
  return path.map(String).join('\0');
}
