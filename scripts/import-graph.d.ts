/** One import between two files of src/; paths are relative to it. */
export interface Import {
  from: string;
  to: string;
  kind: 'value' | 'type' | 'dynamic';
}

export type FolderGraph = Map<string, Set<string>>;

export function sourceFiles(): string[];
export function readImports(files?: readonly string[]): Import[];
export function importCircles(imports: readonly Import[]): string[][];
export function folderGraph(
  part: 'service' | 'cli' | 'generator',
  imports?: readonly Import[],
): FolderGraph;
export function drawGraph(graph: FolderGraph): string;
