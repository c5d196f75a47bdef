import { graphlib, layout } from '@dagrejs/dagre';

import type { Property, SchemaAtom } from '../../api/types.gen';

/** A Schema in the picture. Not every property is drawn; `more` says how many are not. */
export interface Box {
  schema: SchemaAtom;
  properties: Property[];
  more: number;
  x: number;
  y: number;
  height: number;
}

/** A property that refers to another Schema. */
export interface Line {
  id: string;
  from: string;
  property: string;
  to: string;
  translation: boolean;
}

export const boxWidth = 236;
const headHeight = 52;
const rowHeight = 22;
const gap = 28;

/** Of a small model every box shows this many properties, of a large one only those that hold it together. */
const mostProperties = 10;
const large = 40;

export function layoutModel(schemas: SchemaAtom[]): { boxes: Box[]; lines: Line[] } {
  const lines = linesOf(schemas);
  const joined = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const boxes = schemas.map((schema) => boxOf(schema, schemas.length > large));
  const connected = arrange(boxes.filter(({ schema }) => joined.has(schema.name)), lines);
  return { boxes: [...connected, ...grid(boxes.filter(({ schema }) => !joined.has(schema.name)), connected)], lines };
}

function linesOf(schemas: SchemaAtom[]): Line[] {
  return schemas.flatMap(({ name, properties }) =>
    properties.flatMap(({ name: property, references }) =>
      references ? [{ id: `${name}.${property}`, from: name, property, to: references.schema, translation: references.translation }] : [],
    ),
  );
}

function boxOf(schema: SchemaAtom, sparse: boolean): Box {
  const keys = new Set(schema.indexes.filter((each) => each.unique).flatMap((each) => each.fields));
  const holds = (each: Property) => each.references !== null || keys.has(each.name);
  const most = sparse ? 0 : mostProperties;
  const kept = new Set(schema.properties.filter(holds));
  for (const each of schema.properties) if (kept.size < most) kept.add(each);
  const properties = schema.properties.filter((each) => kept.has(each));
  const more = schema.properties.length - properties.length;
  return { schema, properties, more, x: 0, y: 0, height: headHeight + rowHeight * (properties.length + (more > 0 ? 1 : 0)) + 8 };
}

/** From what refers, on the left, to what it refers to. */
function arrange(boxes: Box[], lines: Line[]): Box[] {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: gap, ranksep: 90 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { schema, height } of boxes) graph.setNode(schema.name, { width: boxWidth, height });
  for (const { id, from, to } of lines) if (from !== to) graph.setEdge(from, to, {}, id);
  if (boxes.length > 0) layout(graph);
  return boxes.map((box) => {
    const { x = 0, y = 0 } = graph.node(box.schema.name) as { x?: number; y?: number };
    return { ...box, x: x - boxWidth / 2, y: y - box.height / 2 };
  });
}

/** What hangs together with nothing stands below, in lines as wide as the rest. */
function grid(boxes: Box[], above: Box[]): Box[] {
  const right = Math.max(4 * (boxWidth + gap), ...above.map(({ x }) => x + boxWidth));
  const columns = Math.max(Math.floor((right + gap) / (boxWidth + gap)), Math.ceil(Math.sqrt(boxes.length)));
  let top = Math.max(0, ...above.map(({ y, height }) => y + height + 2 * gap));
  return Array.from({ length: Math.ceil(boxes.length / columns) }, (_, line) => boxes.slice(line * columns, (line + 1) * columns)).flatMap((line) => {
    const placed = line.map((box, i) => ({ ...box, x: i * (boxWidth + gap), y: top }));
    top += Math.max(...line.map(({ height }) => height)) + gap;
    return placed;
  });
}
